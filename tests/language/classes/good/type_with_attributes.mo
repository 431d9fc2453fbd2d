// warns: 5: UnitMismatch: `v` has unit V
type Voltage = Real(unit = "V");
type SmallVoltage = Voltage(max = 1);
model TypeWithAttributes
  SmallVoltage v(min = -1) = 0.5 * time;
end TypeWithAttributes;
