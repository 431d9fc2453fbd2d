function 'Recursion.fibonacci'
  input Integer n;
  output Integer y;
algorithm
  if n <= 2 then
    y := 1;
    return;
  end if;
  y := 'Recursion.fibonacci'(n - 1) + 'Recursion.fibonacci'(n - 2);
end 'Recursion.fibonacci';
function 'Recursion.divisor'
  input Integer a;
  input Integer b;
  output Integer y;
  Integer u = a;
  Integer v = b;
  Integer r;
algorithm
  while v > 0 loop
    r := mod(u, v);
    u := v;
    v := r;
  end while;
  y := u;
end 'Recursion.divisor';
function 'Recursion.smallest'
  input Integer n;
  output Integer y;
algorithm
  y := 2;
  while true loop
    if mod(n, y) == 0 then
      break;
    end if;
    y := y + 1;
  end while;
end 'Recursion.smallest';
model Recursion
  parameter Integer n = 10;
  parameter Integer a = 84;
  parameter Integer b = 36;
  Real f;
  Real d;
  Real s;
equation
  shared[1] = 'Recursion.smallest'(a - b - 13)*(1 + time);
  p = {n, a, b};
  iEq[1,1] = {f, 'Recursion.fibonacci'(n)*(1 + time), "ass"};
  iEq[2,2] = {d, 'Recursion.divisor'(a, b)*(1 + time), "ass"};
  iEq[3,3] = {s, shared[1], "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  iJac[3] = {{3, 1}};
  Eq[1,1] = {f, 'Recursion.fibonacci'(n)*(1 + time), "ass"};
  Eq[2,2] = {d, 'Recursion.divisor'(a, b)*(1 + time), "ass"};
  Eq[3,3] = {s, shared[1], "ass"};
  Block[1] = {"assign", "outputs"};
  Block[2] = {"assign", "outputs"};
  Block[3] = {"assign", "outputs"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  Jac[3] = {{3, 1}};
  riEq[1,1] = {f, 'Recursion.fibonacci'(n)*(1 + time), "ass"};
  riEq[2,2] = {d, 'Recursion.divisor'(a, b)*(1 + time), "ass"};
  riEq[3,3] = {s, shared[1], "ass"};
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  riJac[3] = {{3, 1}};
  annotation(__moo(version = "1.0.0", requires = {"functions"}));
end Recursion;
