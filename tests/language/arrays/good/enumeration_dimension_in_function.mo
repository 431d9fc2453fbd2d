model EnumerationDimensionInFunction
  type E = enumeration(a, b);
  function f
    input E e;
    output Real y;
  protected
    Real t[E] = {10, 20};
  algorithm
    y := t[e];
  end f;
  Real z = f(E.b);
end EnumerationDimensionInFunction;
