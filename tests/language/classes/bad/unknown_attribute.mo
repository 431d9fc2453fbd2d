// expect: 3: UnknownAttribute: Real has no attribute `color`
model UnknownAttribute
  Real x(color = "red") = time;
end UnknownAttribute;
