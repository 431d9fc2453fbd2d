// Section 5.3.2: a function inside a model sees the constants of the model.
model Part
  constant Real k = 2;
  constant Real table[2] = {k, 3*k};
  function f
    input Real u;
    output Real y;
  algorithm
    y := k*u + table[2];
  end f;
  Real x = f(time);
end Part;
model ConstantsOfTheModelAround
  Part part;
end ConstantsOfTheModelAround;
