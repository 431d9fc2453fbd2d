package P
  constant Real c = 2;
end P;
model Base
  import P.c;
  Real x = c;
end Base;
model ImportNotInherited
  extends Base;
  constant Real c = 5;
  Real y = c;
end ImportNotInherited;
