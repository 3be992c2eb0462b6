Two
#d
   0:   #FFFFE0  paper
   1:*  black
   a:A  red  rot
:
1a 1

1,1a
: columns
1a 1
1 1a
: end
