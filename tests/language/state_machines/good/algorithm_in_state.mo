// What an algorithm of a state assigns keeps its value while the state is not active.
// warns: 13: ClockMissing: no clock is given
model AlgorithmInState
  block Work
    Integer n(start = 5);
    Integer square;
  algorithm
    n := previous(n) + 1;
    square := n*n;
  end Work;
  block Rest
  end Rest;
  Integer k(start = 0) = previous(k) + 1;
  Work work;
  Rest rest;
equation
  initialState(rest);
  transition(rest, work, k == 2);
  transition(work, rest, k == 4);
  transition(rest, work, k == 6, reset = false, priority = 2);
end AlgorithmInState;
