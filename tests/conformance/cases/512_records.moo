record 'Records.Complex'
  Real re;
  Real im;
end 'Records.Complex';
function 'Records.multiply'
  input 'Records.Complex' a;
  input 'Records.Complex' b;
  output 'Records.Complex' c;
algorithm
  c.re := a.re*b.re - a.im*b.im;
  c.im := a.re*b.im + a.im*b.re;
  annotation(Inline = false);
end 'Records.multiply';
model Records
  Real 'z.re';
  Real 'z.im';
equation
  iEq[1,1] = {'z.re', ('Records.multiply'('Records.Complex'(1.0, 2.0), 'Records.Complex'(3.0, time))).re, "ass"};
  iEq[2,2] = {'z.im', ('Records.multiply'('Records.Complex'(1.0, 2.0), 'Records.Complex'(3.0, time))).im, "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  Eq[1,1] = {'z.re', ('Records.multiply'('Records.Complex'(1.0, 2.0), 'Records.Complex'(3.0, time))).re, "ass"};
  Eq[2,2] = {'z.im', ('Records.multiply'('Records.Complex'(1.0, 2.0), 'Records.Complex'(3.0, time))).im, "ass"};
  Block[1] = {"assign", "outputs"};
  Block[2] = {"assign", "outputs"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  riEq[1,1] = {'z.re', ('Records.multiply'('Records.Complex'(1.0, 2.0), 'Records.Complex'(3.0, time))).re, "ass"};
  riEq[2,2] = {'z.im', ('Records.multiply'('Records.Complex'(1.0, 2.0), 'Records.Complex'(3.0, time))).im, "ass"};
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  annotation(__moo(version = "1.0.0", requires = {"records", "functions"}));
end Records;
