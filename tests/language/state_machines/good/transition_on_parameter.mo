// Transitions in an if-equation need a decision; a parameter that it does not depend on stays free.
// warns: 16: ClockMissing: no clock is given
model TransitionOnParameter
  parameter Boolean p = false;
  parameter Boolean q = true;
  block Up
    outer output Integer n;
  equation
    n = previous(n) + 1;
  end Up;
  block Down
    outer output Integer n;
  equation
    n = previous(n) - 1;
  end Down;
  inner Integer n(start = 0);
  Up up;
  Down down;
equation
  initialState(up);
  if p and q then
    transition(up, down, n > 10 and activeState(up), immediate = false);
  else
    transition(up, down, n > 3, immediate = false);
  end if;
  transition(down, up, n < 0, immediate = false);
end TransitionOnParameter;
