// Elements of an array of components are states; loops and parameters say what leads where.
// warns: 11: ClockMissing: no clock is given
model StateArray
  block State
    parameter Integer wait = 1;
  end State;
  parameter Integer n = 3;
  parameter Boolean round = true;
  State s[n](wait = {1, 2, 3});
equation
  initialState(s[1]);
  for i in 1:n - 1 loop
    transition(s[i], s[i + 1], ticksInState() >= s[i].wait, immediate = false);
  end for;
  if round then
    transition(s[n], s[1], ticksInState() >= s[n].wait, immediate = false);
  end if;
end StateArray;
