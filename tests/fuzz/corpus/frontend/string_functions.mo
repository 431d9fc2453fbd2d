// String(…) of all types, with formats, and concatenation (section 3.7.1.2).
model M
  type E = enumeration(one, two);
  parameter String a = String(12, minimumLength = 5);
  parameter String b = String(1.5, significantDigits = 3);
  parameter String c = String(true) + "/" + String(E.two);
  parameter String d = String(3.14159, format = ".2f");
end M;
