// FORTRAN 77 with an output argument (section 12.9.3).
model M
  function solve
    input Real a[:, :];
    input Real b[size(a, 1)];
    output Real x[size(a, 1)] = b;
    output Integer info;
  external "FORTRAN 77" dsolve(size(a, 1), a, x, info)
    annotation(Library = "lapack");
  end solve;
  Real x[2];
equation
  (x) = solve({{1, 0}, {0, 2}}, {time, 1});
end M;
