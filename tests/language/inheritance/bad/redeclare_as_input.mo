// expect: 6: NotSubtype: `x` is redeclared as `input`, which its first declaration is not
model RedeclareAsInput
  model A
    replaceable Real x = 1;
  end A;
  A a(redeclare input Real x);
end RedeclareAsInput;
