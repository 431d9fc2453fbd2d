package MyLibrary
  model Tank "a tank that runs empty"
    parameter Real k = 0.5;
    Real level(start = 1, fixed = true);
  equation
    der(level) = -k*level;
    annotation(experiment(StopTime = 2));
  end Tank;
end MyLibrary;
