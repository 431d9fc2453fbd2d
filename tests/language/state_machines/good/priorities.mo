// The smallest priority fires, whether the transition is immediate or delayed.
// warns: 4: ClockMissing: no clock is given
model Priorities
  Integer n(start = 0) = previous(n) + 1;
  block State
  end State;
  State a;
  State b;
  State c;
  State d;
  parameter Integer urgent = 1;
equation
  initialState(a);
  transition(a, b, n == 3, priority = 3);
  transition(a, c, n == 3, priority = 2);
  transition(a, d, n == 2, immediate = false, priority = urgent);
  transition(d, a, n == 4);
  transition(a, b, n == 5, immediate = false, priority = 4);
  transition(b, a, n == 7);
  transition(c, a, true);
end Priorities;
