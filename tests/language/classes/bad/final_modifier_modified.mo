// expect: 9: FinalModified: `p` is final
model Part
  parameter Real p = 1;
end Part;
model Middle
  Part part(final p = 2);
end Middle;
model FinalModifierModified
  Middle middle(part(p = 3));
end FinalModifierModified;
