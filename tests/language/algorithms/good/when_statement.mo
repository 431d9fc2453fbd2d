model WhenStatement
  Integer n(start = 0, fixed = true);
algorithm
  when time > 1 then
    n := pre(n) + 1;
  elsewhen time > 2 then
    n := 0;
  end when;
end WhenStatement;
