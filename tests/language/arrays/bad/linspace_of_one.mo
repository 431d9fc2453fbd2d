// expect: 3: WrongArguments: `linspace` needs at least 2 values, not 1
model LinspaceOfOne
  Real x[1] = linspace(0, 1, 1);
end LinspaceOfOne;
