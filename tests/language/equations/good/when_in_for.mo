// A when-equation in a for is taken apart: one for each element.
model WhenInFor
  Integer n[2](each start = 0, each fixed = true);
equation
  for i in 1:2 loop
    when time > i then
      n[i] = pre(n[i]) + 1;
    end when;
  end for;
end WhenInFor;
