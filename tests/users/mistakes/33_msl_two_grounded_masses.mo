model M
  import Modelica.Mechanics.Translational;
  Translational.Components.Fixed left(s0 = 0); //!
  Translational.Components.Fixed right(s0 = 1); //!
  Translational.Components.Rod rod(L = 2); //!
equation
  connect(left.flange, rod.flange_a); //!
  connect(rod.flange_b, right.flange); //!
end M;
