// expect: 6: UnknownType: `P` has no class named `N`
package P
  model M end M;
end P;
model UnknownClassInPackage
  P.N n;
end UnknownClassInPackage;
