// expect: 14: UnknownName: nothing named `zeta`
// expect: 15: UnknownName: `c` has no element named `m`
// expect: 18: UnknownName: no function named `squared`
// A name must be declared wherever it stands, also in a branch that is not taken.
model IfUntakenName
  model C
    Real n = 1;
  end C;
  C c;
  constant Boolean b = false;
  Real x;
equation
  if b then
    zeta = 1;
    x = c.m;
    for i in 1:2 loop
      assert(i > 0, "no message");
      x = squared(i);
    end for;
  else
    x = 1;
  end if;
end IfUntakenName;
