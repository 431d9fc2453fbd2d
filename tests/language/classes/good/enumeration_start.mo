type Mode = enumeration(off, on);
model EnumerationStart
  Mode m(start = Mode.on, fixed = true);
equation
  when time > 1 then
    m = Mode.off;
  end when;
end EnumerationStart;
