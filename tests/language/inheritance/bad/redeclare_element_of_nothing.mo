// expect: 7: UnknownName: `b` redeclares nothing: no base class has such an element
model Holder
  replaceable Real a = 1;
end Holder;
model RedeclareElementOfNothing
  extends Holder;
  redeclare Real b;
end RedeclareElementOfNothing;
