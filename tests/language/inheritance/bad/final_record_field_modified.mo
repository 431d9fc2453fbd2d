// expect: 9: FinalModified: `r` is final
record R
  parameter Real a = 1;
end R;
model Part
  final R r(a = 2);
end Part;
model FinalRecordFieldModified
  Part part(r(a = 3));
end FinalRecordFieldModified;
