model Part
  parameter Real p = 1;
  Real x = p;
end Part;
model ConditionalComponentAbsent
  parameter Boolean use = false;
  Part present if not use;
  Part absent if use;
end ConditionalComponentAbsent;
