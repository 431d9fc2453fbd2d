package Base
  constant Real c = 1;
  function f
    input Real u;
    output Real y = c * u;
  end f;
end Base;
package Derived
  extends Base(c = 4);
end Derived;
model PackageInheritsPackage
  Real x = Derived.f(time);
end PackageInheritsPackage;
