// Sections 7.3 and 7.3.2: the modifiers of a replaced declaration apply to what replaces it, where that can take them.
// `TwoPole` has settled its medium, so the redeclaration that `Load` implies for its connector has no effect there.
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
model Load
  replaceable package Phase = Medium;
  replaceable Pole pole(redeclare replaceable package Phase = Phase);
equation
  pole.v = fill(time, Phase.n);
end Load;
model Conductor
  extends Load(redeclare package Phase = TwoMedium, redeclare TwoPole pole);
end Conductor;
model Unsettled
  extends Load(redeclare package Phase = TwoMedium, redeclare Pole pole);
end Unsettled;
model ImpliedRedeclarationOfSettledClass
  Conductor settled;
  Unsettled unsettled;
end ImpliedRedeclarationOfSettledClass;
