// arguments: -L ../libraries
// Strings that C allocates, and arrays of strings (section 12.9.6).
model M
  parameter Integer n = if Foreign.repeat("ab", 3) == "ababab" then 2 else 0;
  function shout
    input String s[:];
    output Integer n;
  protected
    String t[size(s, 1)] = Foreign.words(s);
  algorithm
    n := if t[1] == "YOU" and t[2] == "HEY" then 3 else 0;
  end shout;
  Real x[n];
  Real y[shout({"hey", "you"})];
equation
  x = {time, time};
  y = {time, time, time};
end M;
