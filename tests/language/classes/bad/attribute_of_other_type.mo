// expect: 3: UnknownAttribute: Boolean has no attribute `unit`
model AttributeOfOtherType
  Boolean b(unit = "V") = time > 1;
end AttributeOfOtherType;
