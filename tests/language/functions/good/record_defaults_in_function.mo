// A local variable or output of record type begins with the values that the record gives its fields.
model RecordDefaults
  record Coefficients
    parameter Integer n = 3;
    parameter Real a[n] = {0.5, 2.5, 4.5};
  end Coefficients;
  record Shorter = Coefficients(n = 2, a = {1.0, 2.0});
  function sum_of
    input Real x;
    output Real y;
  protected
    Coefficients c;
    Shorter s;
  algorithm
    y := sum(c.a)*x + s.a[s.n];
  end sum_of;
  Real y = sum_of(time);
end RecordDefaults;
