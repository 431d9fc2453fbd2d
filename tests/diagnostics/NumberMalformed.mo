model A
  parameter Real x = 1e;
  parameter Integer n = 99999999999999999999;
end A;
