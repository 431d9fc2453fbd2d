// expect: 7: WrongWhen: `x` is not assigned in each branch of this when-equation
// expect: 7: WrongWhen: `y` is not assigned in each branch of this when-equation
model WhenElsewhenOtherLeftSides
  discrete Real x(start = 0);
  discrete Real y(start = 0);
equation
  when time > 1 then
    x = 1;
  elsewhen time > 2 then
    y = 2;
  end when;
end WhenElsewhenOtherLeftSides;
