// expect: 9: WrongArguments: `ImpureInPure.f` is impure, and its call stands where it may be repeated
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
