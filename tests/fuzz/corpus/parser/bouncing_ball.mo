model BouncingBall "a ball on the floor"
  parameter Real e = 0.7 "coefficient of restitution";
  parameter Real g = 9.81;
  Real h(start = 1, fixed = true), v;
  Boolean flying(start = true);
  discrete Real v_new;
equation
  der(v) = if flying then -g else 0;
  der(h) = v;
  when {h <= 0.0 and v <= 0.0, not flying} then
    v_new = if edge(flying) then -e * pre(v) else 0;
    flying = v_new > 0;
    reinit(v, v_new);
  end when;
  annotation(experiment(StopTime = 3));
end BouncingBall;
