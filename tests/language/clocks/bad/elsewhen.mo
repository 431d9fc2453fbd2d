// expect: 5: WrongWhen: a clocked when-equation has an `elsewhen`
model Elsewhen
  Integer n(start = 0);
equation
  when Clock(0.5) then
    n = 1;
  elsewhen Clock(0.7) then
    n = 2;
  end when;
end Elsewhen;
