// A clocked when-equation in a state gives the clock to the whole machine.
model ClockedWhen
  block Count
    Integer n(start = 0);
    Real x;
    Real y;
  equation
    when Clock(1, 10) then
      n = previous(n) + 1;
      x + y = n;
      x - y = 1;
    end when;
  end Count;
  block Rest
  end Rest;
  Count count;
  Rest rest;
equation
  initialState(count);
  transition(count, rest, count.n >= 3, immediate = false);
  transition(rest, count, true, immediate = false);
end ClockedWhen;
