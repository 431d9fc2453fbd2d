model RedeclareClassInComponentModifierNested
  model Inner
    replaceable type T = Real(unit = "m");
    parameter T p = 1;
  end Inner;
  model Mid
    Inner i(redeclare replaceable type T = Real(unit = "s"));
  end Mid;
  type W = Real(unit = "kg");
  Mid m(i(redeclare type T = W(min = 0)));
end RedeclareClassInComponentModifierNested;
