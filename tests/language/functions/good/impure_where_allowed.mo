// Each place where an impure function may be called.
// warns: 37: WrongArguments: `ImpureWhereAllowed.say` is impure, but it is called where the call may be repeated
model ImpureWhereAllowed
  impure function f
    input Real x = 1;
    output Real y;
  algorithm y := x;
  end f;
  impure function g
    output Real y;
  algorithm y := f();
  end g;
  function h "deprecated, but allowed"
    output Real y;
  algorithm y := f();
  end h;
  impure function say
    input String text;
    external "C" ModelicaMessage(text);
  end say;
  parameter Real p = f();
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
  Real z = pure(f()) + h();
  Real w;
initial equation
  w = f();
initial algorithm
  say("start");
equation
  der(w) = 1;
  when time > 1 then
    x = g();
  elsewhen f() > 2 then
    x = f(2);
  end when;
  say("now");
algorithm
  when time > 2 then
    y := f();
  end when;
end ImpureWhereAllowed;
