model M
  import Modelica.Mechanics.Rotational;
  Rotational.Sources.ConstantSpeed first(w_fixed = 1); //!
  Rotational.Sources.ConstantSpeed second(w_fixed = 2); //!
  Rotational.Components.Inertia wheel(J = 1);
equation
  connect(first.flange, wheel.flange_a); //!
  connect(wheel.flange_b, second.flange); //!
end M;
