// expect: 11: UnsupportedConstruct: the when-equations of the state `a` have several clocks
model TwoClocks
  block State
    Real x;
    Real y;
  equation
    when Clock(1, 10) then
      x + y = 1;
    end when;
    when Clock(0.1) then
      x - y = 1;
    end when;
  end State;
  State a;
equation
  initialState(a);
end TwoClocks;
