// assert with its level, terminate in a when-equation.
model AssertTerminate
  Real x = time;
equation
  assert(x < 10, "large", AssertionLevel.warning);
  when x > 9 then
    terminate("done");
  end when;
end AssertTerminate;
