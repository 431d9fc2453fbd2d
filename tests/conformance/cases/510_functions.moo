function 'ArrayFunctions.horner'
  input Real[:] c;
  input Real x;
  output Real y;
algorithm
  y := 0;
  for i in size(c, 1):-1:1 loop
    y := y*x + c[i];
  end for;
  annotation(Inline = false);
end 'ArrayFunctions.horner';
function 'ArrayFunctions.multiply'
  input Real[:, :] A;
  input Real[size(A, 2)] x;
  output Real[size(A, 1)] y;
  output Real square;
  Real 'sum';
algorithm
  square := 0;
  for i in 1:size(A, 1) loop
    'sum' := 0;
    for j in 1:size(A, 2) loop
      'sum' := 'sum' + A[i, j]*x[j];
    end for;
    y[i] := 'sum';
    square := square + 'sum'^2;
  end for;
  annotation(Inline = false);
end 'ArrayFunctions.multiply';
function '_tangent(ArrayFunctions.horner; x)'
  input Real[:] c;
  input Real x;
  input Real _d_x;
  Real y;
  output Real _d_y;
algorithm
  y := 0;
  _d_y := 0.0;
  for i in size(c, 1):-1:1 loop
    _d_y := _d_y*x + y*_d_x;
    y := y*x + c[i];
  end for;
end '_tangent(ArrayFunctions.horner; x)';
function '_tangent(ArrayFunctions.multiply; x)'
  input Real[:, :] A;
  input Real[size(A, 2)] x;
  input Real[size(A, 2)] _d_x;
  Real[size(A, 1)] y;
  output Real[size(A, 1)] _d_y;
  Real square;
  output Real _d_square;
  Real 'sum';
  Real _d_sum;
algorithm
  square := 0;
  _d_square := 0.0;
  for i in 1:size(A, 1) loop
    'sum' := 0;
    _d_sum := 0.0;
    for j in 1:size(A, 2) loop
      _d_sum := _d_sum + A[i, j]*_d_x[j];
      'sum' := 'sum' + A[i, j]*x[j];
    end for;
    _d_y[i] := _d_sum;
    y[i] := 'sum';
    _d_square := _d_square + 2.0*'sum'*_d_sum;
    square := square + 'sum'^2;
  end for;
end '_tangent(ArrayFunctions.multiply; x)';
model ArrayFunctions
  Real x;
  Real p;
  Real 'q[1]';
  Real 'q[2]';
  Real square;
equation
  shared[1] = 'ArrayFunctions.multiply'({{1, 2}, {3, 4}}, {x, 1.0});
  shared[2] = (shared[1])._1;
  shared[3] = (shared[2])[1];
  shared[4] = (shared[2])[2];
  shared[5] = (shared[1])._2;
  shared[6] = '_tangent(ArrayFunctions.multiply; x)'({{1, 2}, {3, 4}}, {x, 1.0}, {1.0, 0.0});
  shared[7] = (shared[6])._1;
  arrays[1] = array(name = "q", sizes = {2}, first = 'q[1]');
  iEq[1,1] = {x, 1 + time, "ass"};
  iEq[2,2] = {p, 'ArrayFunctions.horner'({1, 2, 3}, x), "ass"};
  iEq[3,3] = {'q[1]', shared[3], "ass"};
  iEq[4,4] = {'q[2]', shared[4], "ass"};
  iEq[5,5] = {square, shared[5], "ass"};
  iJac[1] = {{1, 1}};
  iJac[2] = {{2, 1}};
  iJac[3] = {{3, 1}};
  iJac[4] = {{4, 1}};
  iJac[5] = {{5, 1}};
  Eq[1,1] = {x, 1 + time, "ass"};
  Eq[2,2] = {p, 'ArrayFunctions.horner'({1, 2, 3}, x), "ass"};
  Eq[3,3] = {'q[1]', shared[3], "ass"};
  Eq[4,4] = {'q[2]', shared[4], "ass"};
  Eq[5,5] = {square, shared[5], "ass"};
  Block[1] = {"assign", "outputs"};
  Block[2] = {"assign", "outputs"};
  Block[3] = {"assign", "outputs"};
  Block[4] = {"assign", "outputs"};
  Block[5] = {"assign", "outputs"};
  Jac[1] = {{1, 1}};
  Jac[2] = {{2, 1}};
  Jac[3] = {{3, 1}};
  Jac[4] = {{4, 1}};
  Jac[5] = {{5, 1}};
  Known[2] = {{x, -'_tangent(ArrayFunctions.horner; x)'({1, 2, 3}, x, 1.0)}};
  Known[3] = {{x, -(shared[7])[1]}};
  Known[4] = {{x, -(shared[7])[2]}};
  Known[5] = {{x, -(shared[6])._2}};
  riEq[1,1] = {x, 1 + time, "ass"};
  riEq[2,2] = {p, 'ArrayFunctions.horner'({1, 2, 3}, x), "ass"};
  riEq[3,3] = {'q[1]', shared[3], "ass"};
  riEq[4,4] = {'q[2]', shared[4], "ass"};
  riEq[5,5] = {square, shared[5], "ass"};
  riJac[1] = {{1, 1}};
  riJac[2] = {{2, 1}};
  riJac[3] = {{3, 1}};
  riJac[4] = {{4, 1}};
  riJac[5] = {{5, 1}};
  annotation(__moo(version = "1.0.0", requires = {"arrays", "functions"}));
end ArrayFunctions;
