// expect: 11: TypeMismatch: the arrays that `VectorizedMismatchRanks.f` is applied to element by element have different sizes
model VectorizedMismatchRanks
  function f
    input Real x[:];
    input Real k;
    output Real y;
  algorithm
    y := k*sum(x);
  end f;
  Real m[2, 3] = ones(2, 3);
  Real y[3] = f(m, {1, 2, 3});
end VectorizedMismatchRanks;
