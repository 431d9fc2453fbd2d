// expect: 4: UnknownName: `Color` has no element named `gren`
type Color = enumeration(red, green);
model UnknownLiteral
  parameter Color c = Color.gren;
end UnknownLiteral;
