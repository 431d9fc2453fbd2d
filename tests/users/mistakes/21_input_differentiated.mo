model M "the derivative of an input is not known"
  input Real angle; //!
  Parts.Position drive;
  Parts.Inertia wheel(J = 2);
equation
  drive.phi = angle; //!
  connect(drive.flange, wheel.a);
end M;
