// expect: 3: CyclicParameters: the value of parameter `a.p` depends on itself
model Part
  parameter Real p = 1;
end Part;
model ParameterCycleThroughComponent
  Part a(p = b.p + 1), b(p = 2*q);
  parameter Real q = a.p;
end ParameterCycleThroughComponent;
