model M "a prescribed position has to be differentiated twice"
  Parts.Position drive;
  Parts.Inertia wheel(J = 2);
  discrete Real position(start = 0, fixed = true);
equation
  when time > 0.5 then
    position = 1;
  end when;
  drive.phi = position; //!
  connect(drive.flange, wheel.a); //!
end M;
