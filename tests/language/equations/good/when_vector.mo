// The condition may be a vector: any of them.
model WhenVector
  Boolean b(start = false, fixed = true);
equation
  when {time > 1, time > 2} then
    b = not pre(b);
  end when;
end WhenVector;
