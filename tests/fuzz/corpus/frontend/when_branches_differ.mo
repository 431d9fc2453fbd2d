// expect: 6: WrongWhen: `m` is not assigned in each branch of this when-equation
model WhenBranchesDiffer
  Integer n(start = 0, fixed = true);
  Integer m(start = 0, fixed = true);
equation
  when time > 1 then
    n = 1;
    m = 1;
  elsewhen time > 2 then
    n = 2;
  end when;
end WhenBranchesDiffer;
