model Adaptor "A prescribed motion as functions hand it on: the position is a function of position, speed and acceleration, and its derivatives are known by annotation only"
  function position
    input Real q[3];
    input Real dummy;
    output Real s;
  algorithm
    s := q[1];
    annotation(derivative(noDerivative = q) = speed, Inline = false, LateInline = true);
  end position;
  function speed
    input Real q[3];
    input Real dummy;
    input Real dummy_der;
    output Real v;
  algorithm
    v := q[2];
    annotation(derivative(noDerivative = q, order = 2) = acceleration, LateInline = true);
  end speed;
  function acceleration
    input Real q[3];
    input Real dummy;
    input Real dummy_der;
    input Real dummy_der2;
    output Real a;
  algorithm
    a := q[3];
    annotation(LateInline = true);
  end acceleration;
  constant Real w(unit = "1/s") = 3;
  Real s;
  Real v;
  Real a;
  Real force "that moves a mass of 2 so";
equation
  s = position({sin(w*time), 3*cos(w*time), -9*sin(w*time)}, time);
  v = der(s);
  a = der(v);
  force = 2*a;
  annotation(experiment(StopTime = 2));
end Adaptor;
