// Sizes of outputs and locals that depend on the inputs (section 12.4.4).
model M
  function double
    input Real u[:];
    output Real y[size(u, 1)];
  protected
    Integer n = size(u, 1);
  algorithm
    for i in 1:n loop
      y[i] := 2*u[i];
    end for;
  end double;
  Real x[3] = double({1, 2, time});
end M;
