// (a, , c) = f(x): outputs may be left out (section 12.4.3).
model M
  function f
    input Real u;
    output Real a;
    output Real b;
    output Real c;
  algorithm
    a := u;
    b := 2*u;
    c := 3*u;
  end f;
  Real x;
  Real z;
  Real first = f(time);
equation
  (x, , z) = f(time);
end M;
