// expect: 2: DuplicateName: `red` is declared twice
type Color = enumeration(red, green, red);
model LiteralTwice
  parameter Color c = Color.red;
end LiteralTwice;
