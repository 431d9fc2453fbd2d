model StartCount "a clause for the start alone that asks for the value before"
  Integer started(start = 5, fixed = true);
  Integer seen(start = 0, fixed = true) "changes behind the start";
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when initial() then
    started = pre(started) + 1;
  end when;
  when change(started) then
    seen = pre(seen) + 1;
  end when;
end StartCount;
