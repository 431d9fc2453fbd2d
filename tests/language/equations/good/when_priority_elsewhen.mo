model WhenPriorityElsewhen
  discrete Real x(start = 0);
  Integer n(start = 0);
  Boolean b = time > 2;
equation
  when {b, sample(0, 1)} then
    x = pre(x) + 1;
    n = if edge(b) then 5 else pre(n) + 1;
  elsewhen time > 7.5 then
    x = 0;
    n = 0;
  end when;
end WhenPriorityElsewhen;
