// A size computed by a function with loops and conditions.
model M
  function bits
    input Integer u;
    output Integer n = 0;
  protected
    Integer rest = u;
  algorithm
    while rest > 0 loop
      n := n + 1;
      rest := div(rest, 2);
    end while;
  end bits;
  Real x[bits(5)] = fill(time, 3);
end M;
