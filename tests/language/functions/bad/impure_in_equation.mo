// expect: 8: WrongArguments: `ImpureInEquation.f` is impure, but it is called where the call may be repeated
// expect: 11: WrongArguments: `ImpureInEquation.f` is impure, but it is called where the call may be repeated
model ImpureInEquation
  impure function f
    output Real y;
  algorithm y := 1;
  end f;
  Real x = f();
  Real y;
algorithm
  y := 2*f();
end ImpureInEquation;
