model Holder
  replaceable Pin pin;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
end Holder;
connector OtherPin
  Real v;
  flow Real i;
  Real t;
  flow Real q;
end OtherPin;
model RedeclareByEqualStructure
  Holder h(redeclare OtherPin pin);
equation
  h.pin.v = time;
  h.pin.t = 1;
end RedeclareByEqualStructure;
