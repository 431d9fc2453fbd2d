// The example of section 17.1: A1 is active for five ticks. In a state the ticks are those of the state itself.
model TicksInState
  block State
    Integer n = ticksInState();
  end State;
  State A0;
  State A1 "becomes active at 10 ms";
  State A2;
equation
  initialState(A0);
  transition(A0, A1, sample(time, Clock(1, 1000)) > 0.0095);
  transition(A1, A2, ticksInState() >= 5, immediate = false);
end TicksInState;
