// Equations of a state that are not solved for one of its variables hold or rest together.
// warns: 17: ClockMissing: no clock is given
model EquationsTogether
  block Work
    Real a;
    Real b;
    Integer x[3](start = {10, 20, 30});
  equation
    a + b = 3.0;
    a - b = 1.0;
    for i in 1:3 loop
      x[i] = previous(x[i]) + i;
    end for;
  end Work;
  block Rest
  end Rest;
  Integer k(start = 0) = previous(k) + 1;
  Work work;
  Rest rest;
equation
  initialState(work);
  transition(work, rest, k == 3);
  transition(rest, work, k == 5);
end EquationsTogether;
