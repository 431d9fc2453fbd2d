model WithoutPre
  Integer n(start = 1, fixed = true);
equation
  when sample(0.3, 0.7) then
    n = n + 1;
  end when;
end WithoutPre;
