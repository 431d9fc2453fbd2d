package P
  constant Real c = 2;
end P;
model ImportOfConstant
  import P.c;
  Real x = c;
end ImportOfConstant;
