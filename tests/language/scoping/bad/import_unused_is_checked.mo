// expect: 11: UnknownType: `P` has no class named `d`
// expect: 12: WrongClassKind: the model `N` is not a package; only packages can be imported from
// expect: 13: WrongClassKind: the model `N` is not a package; only packages can be imported from
package P
  constant Real c = 1;
end P;
model N
  constant Real k = 1;
end N;
model ImportUnusedIsChecked
  import P.d;
  import N.k;
  import N.*;
  Real x = 1;
end ImportUnusedIsChecked;
