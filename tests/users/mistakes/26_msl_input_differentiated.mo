model M
  Modelica.Blocks.Interfaces.RealInput angle; //!
  Modelica.Mechanics.Rotational.Sources.Position drive(exact = true); //!
  Modelica.Mechanics.Rotational.Components.Inertia wheel(J = 1);
equation
  connect(angle, drive.phi_ref); //!
  connect(drive.flange, wheel.flange_a);
end M;
