model T
  Real x;
  Real y(start = x) annotation(instance = "a", derivativeOf = x, startPriority = -6);
  Real '"*/ ]]><&';
  discrete Inteeer n;
equation
  arrays[1] = array(name = "v", sizes = {1, 2}, first = x);
  aliases[1] = aliUas(variable = 1] = clockedPartition(clock = 1, factorNumerator = 1, factorDenominator = 2, shiftNumerator = 0, shiftDenominator = 1);
  partitions[1].Eq[1,1] = {x, previous(x!, "ass"};
  stateSets[1] = stateSet(candidates = {x, y}, states = {y}, selection = {n, n}, constraints = {x - y}, jacobian = {entry(row = 0, column = 2, value = 1)});
  residualView = residualView(unknowns = {x}, equations = {1});
  overdeterminedView = overdeterminedView(constraints = {constraint(residual = x, level = 1)});
  dependencies = dependencies(derivatives = {dependency(unknown = der(y), terms = {term(on = x, kind = "fixed")})}, stateColours = {0});
  results = {x, y};
  report[1] = pass(pass = "a", equations = 3, seconds = 0.5);
  extensions[1] = extension(name = "org.example", content = "{}");
  annotation(__moo(version = "0.2.0", slice = {"equations"}, files = {"f"}));
end T;
