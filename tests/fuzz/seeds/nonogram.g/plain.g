Plain
: rows
1
2
:
2
1
