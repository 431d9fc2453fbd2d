// expect: 7: WrongWhen: `n` is not assigned in each branch of this if-equation inside a when-equation
model WhenIfDiffers
  Real x = time;
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 1) then
    if x > 2 then
      n = 1;
    end if;
  end when;
end WhenIfDiffers;
