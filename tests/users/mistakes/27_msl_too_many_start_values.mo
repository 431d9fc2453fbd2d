model M
  import Modelica.Mechanics.Rotational.Components;
  Components.Inertia first(J = 1, phi(fixed = true), w(start = 1, fixed = true)); //!
  Components.Inertia second(J = 1, w(start = 2, fixed = true)); //!
equation
  connect(first.flange_b, second.flange_a);
end M;
