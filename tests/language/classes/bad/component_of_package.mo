// expect: 6: WrongClassKind: a component cannot be of the package `P`
package P
  constant Real c = 1;
end P;
model ComponentOfPackage
  P p;
end ComponentOfPackage;
