record R
  parameter Real a = 1;
  parameter Real b = 2;
end R;
model Part
  R r;
end Part;
model RecordModifiedAsWhole
  parameter R other(a = 5);
  Part part(r = other);
end RecordModifiedAsWhole;
