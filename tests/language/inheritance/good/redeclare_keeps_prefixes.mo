model Holder
  replaceable parameter Real p = 1;
end Holder;
model RedeclareKeepsPrefixes
  type Length = Real(unit = "m");
  Holder h(redeclare Length p = 3);
end RedeclareKeepsPrefixes;
