// An impure function may be called in a when-clause (section 12.3).
model M
  impure function count
    input Real u;
    output Real y;
  external "C" y = count_calls(u);
  end count;
  discrete Real x;
equation
  when sample(0, 1) then
    x = count(time);
  end when;
end M;
