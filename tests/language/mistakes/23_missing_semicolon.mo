// A missing semicolon
// End every declaration and equation with `;`.
model M
  Real x
  Real y;
end M;
