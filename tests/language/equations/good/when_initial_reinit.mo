// reinit during initialization is an initial equation.
model WhenInitialReinit
  Real x;
equation
  der(x) = 1;
  when initial() then
    reinit(x, 5);
  end when;
end WhenInitialReinit;
