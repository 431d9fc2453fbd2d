partial function F
  input Real u;
  output Real y;
end F;
model Part
  outer function f = F;
  Real x = f(time);
end Part;
model InnerOuterFunction
  inner function f
    extends F;
  algorithm
    y := 2 * u;
  end f;
  Part part;
end InnerOuterFunction;
