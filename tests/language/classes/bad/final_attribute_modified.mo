// expect: 4: FinalModified: `unit` is final
type Voltage = Real(final unit = "V");
model FinalAttributeModified
  Voltage v(unit = "A") = time;
end FinalAttributeModified;
