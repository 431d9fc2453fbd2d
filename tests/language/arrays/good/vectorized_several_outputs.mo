// All outputs of a call that is applied element by element (sections 12.4.3 and 12.4.6).
model M
  function f
    input Real u;
    output Real a;
    output Real b;
  algorithm
    a := sin(u);
    b := cos(u);
  end f;
  Real x[3] = {1, 2, 3}*time;
  Real s[3];
  Real c[3];
equation
  (s, c) = f(x);
end M;
