model Borders "events exactly at the start and at the end"
  Integer before(start = 0);
  Integer at_start(start = 0);
  Integer at_end(start = 0);
  Boolean reached = time >= 1;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time > 0 then
    before = pre(before) + 1;
  end when;
  when time >= 0 then
    at_start = pre(at_start) + 1;
  end when;
  when time >= 1 then
    at_end = pre(at_end) + 1;
  end when;
end Borders;
