// expect: 17: NotReplaceable: `Phase` is redeclared, but it is not replaceable
// Section 7.3: what a redeclaration has settled cannot be redeclared by those who use the class.
package Medium
  constant Integer n = 1;
end Medium;
package TwoMedium
  extends Medium(n = 2);
end TwoMedium;
connector Pole
  replaceable package Phase = Medium;
  Real v[Phase.n];
  flow Real i[Phase.n];
end Pole;
connector TwoPole
  extends Pole(redeclare package Phase = TwoMedium);
end TwoPole;
model SettledClassRedeclared  TwoPole pole(redeclare package Phase = Medium);
end SettledClassRedeclared;
