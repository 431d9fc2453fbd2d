// expect: 9: WrongArguments: `ImpureInPure.f` is impure, but it is called where the call may be repeated
model ImpureInPure
  impure function f
    output Real y;
  algorithm y := 1;
  end f;
  pure function g
    output Real y;
  algorithm y := f();
  end g;
  parameter Real x = g();
end ImpureInPure;
