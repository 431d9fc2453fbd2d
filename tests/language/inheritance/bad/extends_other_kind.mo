// expect: 9: WrongClassKind: the model `ExtendsOtherKind` cannot extend the package `P`
// expect: 7: WrongClassKind: the record `R` cannot extend the model `A`
package P
  constant Real c = 1;
end P;
model A Real x = 1; end A;
record R extends A; end R;
model ExtendsOtherKind
  extends P;
  R r;
end ExtendsOtherKind;
