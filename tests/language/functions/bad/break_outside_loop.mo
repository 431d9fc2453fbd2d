// expect: 8: UnexpectedToken: `break` is used outside of a loop
model BreakOutsideLoop
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
    if x > 1 then break; end if;
    for i in 1:3 loop if x > i then break; end if; end for;
  end f;
  Real z = f(1);
end BreakOutsideLoop;
