// expect: 4: SubscriptOutOfRange: `Colors` has 3 literals; there is no number 10
model EnumerationNumberOutOfRange
  type Colors = enumeration(red, green, blue);
  Colors c = Colors(10);
end EnumerationNumberOutOfRange;
