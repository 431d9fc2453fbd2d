// expect: 6: NotReplaceable: `x` is a constant; it cannot be redeclared
model RedeclareConstant
  model A
    replaceable constant Real x = 3;
  end A;
  A a(redeclare constant Real x = 4);
end RedeclareConstant;
