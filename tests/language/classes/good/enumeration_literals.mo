type Color = enumeration(red "warm", green, blue "cold");
model EnumerationLiterals
  parameter Color c = Color.green;
  Boolean isWarm = c == Color.red;
  Integer number = Integer(c);
end EnumerationLiterals;
