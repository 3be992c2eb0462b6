Two
#d1:*  black
 a:A  red  œ                                     )tÿÿÿÿÿÿÿÿÿÿ$ÿÿ
:J15

1,1a
:

1,1a