model WithoutPrevious
  Integer n(start = 1);
equation
  when Clock(0.1) then
    n = if n < 3 then previous(n) + 1 else previous(n);
  end when;
end WithoutPrevious;
