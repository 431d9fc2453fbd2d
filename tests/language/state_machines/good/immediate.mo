// A state that is entered stays active for a tick, even if the condition of an immediate transition holds already.
model Immediate
  Integer n(start = 0);
  inner output Integer y;
  block State
    parameter Integer value;
    outer output Integer y;
  equation
    y = value;
  end State;
  State s0(value = 0);
  State s1(value = 1);
  State s2(value = 2);
equation
  when Clock(1, 20) then
    n = previous(n) + 1;
  end when;
  initialState(s0);
  transition(s0, s1, n > 3);
  transition(s1, s2, n > 2);
  transition(s2, s0, n > 6, immediate = false);
end Immediate;
