package Base
  replaceable partial function f
    input Real u;
    output Real y;
  end f;
end Base;
package Derived
  extends Base;
  redeclare function extends f
  algorithm
    y := 3 * u;
  end f;
end Derived;
model ClassExtendsInPackage
  Real x = Derived.f(time);
end ClassExtendsInPackage;
