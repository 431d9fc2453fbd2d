// expect: 6: UnsupportedConstruct: `der` is used in the state `a`
model Derivative
  block State
    Real x(start = 1);
  equation
    der(x) = -x;
  end State;
  State a;
equation
  initialState(a);
end Derivative;
