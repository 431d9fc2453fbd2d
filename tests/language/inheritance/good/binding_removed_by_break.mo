model A
  parameter Real p = 1;
  Real x = p;
end A;
model BindingRemovedByBreak
  extends A(x = break);
equation
  x = 2 * p * time;
end BindingRemovedByBreak;
