// expect: 3: WrongClassKind: the package `P` can only have constants and classes
package P
  Real x = 1;
  constant Real c = 2;
end P;
model PackageWithVariable
  Real y = P.c;
end PackageWithVariable;
