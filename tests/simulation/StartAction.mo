model StartAction "An action of `when initial()` happens once, at the end of the initialization"
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  when initial() then
    terminate("at the start");
  end when;
  annotation(experiment(StopTime = 2));
end StartAction;
