// Without a call the inputs are passed in order, arrays with their sizes (section 12.9.1).
model M
  function total
    input Real v[:];
    output Real y;
  external;
  end total;
  Real x = total({time, 1});
end M;
