model PredefinedAttributes
  parameter Real length(quantity = "Length", unit = "m", min = 0, max = 10, nominal = 2) = 1;
  Real x(start = 0.5, fixed = true, stateSelect = StateSelect.prefer);
  Integer i(min = 0, start = 1) = 2;
  Boolean b(start = true) = time > 1;
  String s(start = "a") = "b";
equation
  der(x) = -x / length;
end PredefinedAttributes;
