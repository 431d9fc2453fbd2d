function f
  input Real u;
  output Real y = u;
end f;
function g
  input Real u;
  input Real k = 2;
  output Real y = k * u;
end g;
model Holder
  replaceable function h = f;
  Real x = h(time);
end Holder;
model SubtypeDefaultInput
  Holder h(redeclare function h = g);
end SubtypeDefaultInput;
