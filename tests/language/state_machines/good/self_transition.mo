// A transition from a state to itself starts it anew, or only its count of ticks.
// warns: 15: ClockMissing: no clock is given
model SelfTransition
  block Count
    Integer n(start = 0) = previous(n) + 1;
    Integer ticks = ticksInState();
  end Count;
  block Around
    Count c;
    Count never;
  equation
    initialState(c);
    transition(c, never, false);
  end Around;
  Integer k(start = 0) = previous(k) + 1;
  Around s;
equation
  initialState(s);
  transition(s, s, k == 4);
  transition(s, s, k == 7, reset = false, priority = 2);
end SelfTransition;
