// expect: 11: UnknownName: nothing named `c` is declared here
package P
  constant Real c = 2;
end P;
model Base
  import P.c;
  Real x = c;
end Base;
model ImportInherited
  extends Base;
  Real y = c;
end ImportInherited;
