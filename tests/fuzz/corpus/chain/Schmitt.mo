model Schmitt "A comparator with positive feedback has three solutions at the start; homotopy says which is meant"
  parameter Real gain = 1000;
  Real v_in;
  Real v_out;
  Real c(start = 0, fixed = true);
equation
  v_in = 0.5*v_out - c;
  v_out = homotopy(actual = smooth(0, if gain*v_in > 1 then 1 elseif gain*v_in < -1 then -1 else gain*v_in),
                   simplified = -1);
  der(c) = v_out - c;
  annotation(experiment(StopTime = 3));
end Schmitt;
