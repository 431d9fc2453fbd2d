// Without reset a state goes on where it was left, and so do the machines in it.
// warns: 17: ClockMissing: no clock is given
model History
  block Inner
    Integer n(start = 0) = previous(n) + 1;
  end Inner;
  block Work
    Integer m(start = 100) = previous(m) + 1;
    Inner a;
    Inner b;
  equation
    initialState(a);
    transition(a, b, a.n >= 2, immediate = false);
  end Work;
  block Pause
  end Pause;
  Integer k(start = 0) = previous(k) + 1;
  Work work;
  Pause pause;
  Pause stop;
equation
  initialState(work);
  transition(work, pause, k == 2 or k == 7, immediate = true);
  transition(pause, work, k == 4, reset = false);
  transition(pause, work, k == 9, priority = 2);
end History;
