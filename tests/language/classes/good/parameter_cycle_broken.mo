// What a known condition leaves out is no dependency, and sizes are none.
model ParameterCycleBroken
  parameter Boolean use_t = true annotation(Evaluate = true);
  parameter Real t = if use_t then 300 else h/4;
  parameter Real h = if use_t then 4*t else 1000;
  parameter Integer n = size(a, 1);
  parameter Real a[:] = {1, 2};
end ParameterCycleBroken;
