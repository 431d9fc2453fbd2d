// A replaceable function is replaced in a component.
model M
  partial function Law
    input Real u;
    output Real y;
  end Law;
  model Spring
    replaceable function law = linear;
    Real f = law(time);
  end Spring;
  function linear
    extends Law;
  algorithm
    y := u;
  end linear;
  function cubic
    extends Law;
  algorithm
    y := u^3;
  end cubic;
  Spring a;
  Spring b(redeclare function law = cubic);
end M;
