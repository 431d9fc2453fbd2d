// Outside of connections and modifiers of conditional components it depends on the condition whether this is right.
// warns: 8: ComponentDisabled: `a` is conditional, and it is used outside of connections and modifiers
// warns: 11: ComponentDisabled: `b.v` is conditional, and it is used outside of connections and modifiers
model ConditionalComponentUsed
  model Part parameter Real p = 1; Real v = p if p > 0; end Part;
  Part a(p = 2) if true, b;
  Part c(p = a.p) if true;
  Real x = a.p + a.p;
  Real y;
equation
  y = b.v;
end ConditionalComponentUsed;
