// While a state is not active its variables keep their values, arrays too; when it starts anew they have start values.
// warns: 22: ClockMissing: no clock is given
model Equations
  block Work
    Integer x[3](start = {10, 20, 30});
    Integer y[2](each start = 7);
    Integer even;
    Boolean is_even;
  equation
    x = previous(x) + {1, 2, 3};
    y = {previous(y[2]), previous(y[1]) + 1};
    is_even = mod(x[1], 2) == 0;
    if is_even then
      even = previous(even) + 1;
    else
      even = previous(even);
    end if;
    assert(x[1] < 1000, "too large");
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
end Equations;
