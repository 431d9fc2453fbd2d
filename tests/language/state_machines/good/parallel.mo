// Two machines side by side, each with a clock of its own.
model Parallel
  block State
  end State;
  State a;
  State b;
  State x;
  State y;
  Integer n(start = 0);
  Integer m(start = 0);
equation
  when Clock(1, 10) then
    n = previous(n) + 1;
  end when;
  when Clock(1, 5) then
    m = previous(m) + 1;
  end when;
  initialState(a);
  transition(a, b, n > 2, immediate = false);
  transition(b, a, n > 4, immediate = false);
  initialState(x);
  transition(x, y, m > 1, immediate = false);
end Parallel;
