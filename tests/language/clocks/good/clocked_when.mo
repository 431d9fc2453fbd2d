// A when-equation with a clock as its condition.
model ClockedWhen
  Integer n(start = 0);
equation
  when Clock(0.5) then
    n = previous(n) + 1;
  end when;
end ClockedWhen;
