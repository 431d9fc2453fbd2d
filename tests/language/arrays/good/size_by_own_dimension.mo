model SizeByOwnDimension
  model StateSpace
    parameter Real A[:, size(A, 1)] = [1, 0; 0, 1];
    parameter Real B[size(A, 1), :] = [1; 1];
    Real x[size(A, 1)](each start = 0, each fixed = true);
    Real u[size(B, 2)];
  equation
    der(x) = A*x + B*u;
    u = fill(time, size(B, 2));
  end StateSpace;
  StateSpace s(A = [0, 1, 0; 0, 0, 1; -1, -2, -3], B = [0; 0; 1]);
  StateSpace t;
end SizeByOwnDimension;
