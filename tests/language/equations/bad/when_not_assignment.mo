// expect: 8: WrongWhen: the left side of an equation in a when-equation is not a variable
model WhenNotAssignment
  Real x;
  Real y;
equation
  x + y = 5;
  when time > 1 then
    2*x + y = 7;
  end when;
end WhenNotAssignment;
