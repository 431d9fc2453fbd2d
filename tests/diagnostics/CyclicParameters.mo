model A
  parameter Real a = 2*b;
  parameter Real b = c + 1;
  parameter Real c = a;
  parameter Real d = d;
end A;
