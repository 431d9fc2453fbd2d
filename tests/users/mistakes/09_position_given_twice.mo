model M
  Parts.Position drive; //!
  Parts.Fixed wall; //!
  Parts.Inertia wheel(J = 2);
equation
  drive.phi = sin(time); //!
  connect(drive.flange, wheel.a); //!
  connect(wheel.b, wall.flange); //!
end M;
