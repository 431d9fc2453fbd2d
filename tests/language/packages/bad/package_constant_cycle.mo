// expect: 3: CyclicParameters: depends on itself
package P
  constant Real a = b;
  constant Real b = a;
end P;
model PackageConstantCycle
  Real x = P.a;
end PackageConstantCycle;
