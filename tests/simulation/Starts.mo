// Nobody gives start values; at zero most of these equations cannot be computed or have no slope.
model Starts
  // Undone by symbols: g = 1/r.
  Real r = 4 + time;
  Real g;
  // Undone by iteration: q^2/|q| + q = 6 cannot be computed at zero, and q = 3.
  Real q;
  // Three solutions; the simplified equation says that the lowest is meant.
  Real s;
  // The branch that is not taken divides by zero, and must not spoil the Jacobian of the one that is.
  Real w = if time < 2 then 0 else 1;
  Real d;
  Real e;
  // A capacitance of zero is no capacitance: v follows the source.
  parameter Real c = 0 annotation(Evaluate = true);
  Real cap;
  Real v;
  // Without a start value a state starts, and an iteration begins, next to zero between the bounds: root^2 = 9 has two
  // solutions.
  Real above(min = 2.5);
  Real below(max = -1.5);
  Real root(max = -0.5);
  // A table of whole numbers is one of Real numbers.
  package Table
    constant Real points[3, 2] = {{0, 1}, {1, 3}, {2, 7}};
    function at
      input Integer i;
      output Real y;
    algorithm
      y := points[i, 2]/2;
    end at;
  end Table;
  Real y = Table.at(integer(min(time, 2)) + 1);
equation
  r = 1/g;
  q*q/abs(q) + q = 6;
  homotopy(s^3 - 4*s, s + 3) = 0;
  d + exp(0.1*e) = 2 + 0.1*e;
  e = if noEvent(abs(w) < 1e-10) then d else d/w + w*d^3*0;
  cap = smooth(1, c*exp(v));
  cap*der(v) = sin(time) - v;
  der(above) = 1;
  der(below) = 0;
  root^2 + exp(-root^2) = 9 + exp(-9);
  annotation(experiment(StopTime = 3));
end Starts;
