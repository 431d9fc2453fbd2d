// expect: 8: NotSubtype: `x` is redeclared as `discrete`, but it was declared with less variability
model RedeclareParameterAsDiscrete
  model A
    replaceable parameter Real x = 1;
  end A;
  model B
    extends A;
    redeclare discrete Real x;
  equation
    when time > 1 then
      x = 2;
    end when;
  end B;
  B b;
end RedeclareParameterAsDiscrete;
