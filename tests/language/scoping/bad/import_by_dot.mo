// expect: 10: UnknownName: `M` has no element named `c`
package P
  constant Real c = 2;
end P;
package M
  import P.c;
end M;
model ImportByDot
  constant Real d = 1;
  Real x = M.c;
end ImportByDot;
