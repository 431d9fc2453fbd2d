// What is in connectors and records at the top can be set and read from outside, however deep (sections 4.4.2.2 and 9.1).
model InputsInside
  record R
    Real a;
    parameter Real p = 2;
  end R;
  connector Inner
    input Real on;
    output Real off;
  end Inner;
  connector Port
    input R r;
    Inner inside;
  end Port;
  model Part
    Port port;
  equation
    port.inside.off = port.inside.on + port.r.a;
  end Part;
  input R r;
  Port port;
  Part part "its connectors are not on the outside";
  output R y = r;
protected
  Inner hidden;
equation
  port.inside.off = port.inside.on + r.a*r.p;
  part.port.inside.on = 1;
  part.port.r.a = port.r.a;
  hidden.on = 3;
  hidden.off = 4;
end InputsInside;
