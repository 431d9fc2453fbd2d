record Point
  Real x;
  Real y;
end Point;
model RecordValue
  Point p = Point(time, 2);
  Point q;
equation
  q = p;
end RecordValue;
