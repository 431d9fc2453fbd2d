// Two states that share an output; the local counter starts anew with each transition to its state.
// warns: 4: ClockMissing: no clock is given
model TwoStates
  inner Integer i(start = 0);
  block Up
    outer output Integer i;
    output Integer j(start = 10);
  equation
    i = previous(i) + 2;
    j = previous(j) - 1;
  end Up;
  block Down
    outer output Integer i;
  equation
    i = previous(i) - 1;
  end Down;
  Up up;
  Down down;
equation
  initialState(up);
  transition(up, down, i > 10, immediate = false);
  transition(down, up, i < 1, immediate = false);
end TwoStates;
