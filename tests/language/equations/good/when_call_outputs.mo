// The results of a call to several variables.
model WhenCallOutputs
  function f
    input Real u;
    output Real a = u;
    output Real b = 2*u;
  algorithm
  end f;
  discrete Real a(start = 0, fixed = true);
  discrete Real b(start = 0, fixed = true);
equation
  when time > 1 then
    (a, b) = f(time);
  end when;
end WhenCallOutputs;
