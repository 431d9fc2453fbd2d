// A transition that synchronizes waits until all machines in its state have reached final states.
// warns: 23: ClockMissing: no clock is given
model Synchronize
  block Step
    parameter Integer length = 1;
    Integer n(start = 0) = previous(n) + 1;
  end Step;
  block Pair
    Step a(length = 2);
    Step a_end;
    Step b(length = 4);
    Step b_end;
  equation
    initialState(a);
    transition(a, a_end, a.n >= a.length, immediate = false);
    initialState(b);
    transition(b, b_end, b.n >= b.length, immediate = false);
  end Pair;
  Pair first;
  Pair second;
  Step last;
equation
  initialState(first);
  transition(first, second, true, immediate = false, synchronize = true);
  transition(second, last, true, synchronize = true);
end Synchronize;
