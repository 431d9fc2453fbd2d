package Options "models for the options of moflat"
  model Plant
    parameter Real k = 2 "gain";
    parameter Integer n = 2 "stages";
    Real x[n](each start = 1, each fixed = true);
  equation
    der(x) = -k*x;
    annotation(experiment(StopTime = 3));
  end Plant;
  package Inner
    model Part
      Real y = time;
    end Part;
    partial model Base
      Real z;
    end Base;
  end Inner;
  model Wrong
    Real y = missing;
  end Wrong;
end Options;
