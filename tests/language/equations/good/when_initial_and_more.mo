// With other conditions the when-equation stays.
model WhenInitialAndMore
  discrete Real x;
equation
  when {initial(), time > 1} then
    x = time;
  end when;
end WhenInitialAndMore;
