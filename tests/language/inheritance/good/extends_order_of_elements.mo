model Base
  Real b = time;
end Base;
model ExtendsOrderOfElements
  Real a = 1;
  extends Base;
  Real c = 3;
end ExtendsOrderOfElements;
