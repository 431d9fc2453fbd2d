model JumpingConstraint "the derivative of what jumps"
  Real x;
  Real f;
equation
  der(x) = f;
  x = floor(3*time);
end JumpingConstraint;
