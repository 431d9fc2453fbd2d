model FunctionOutputSizedInBody
  function evens
    input Integer n;
    output Integer v[:];
  algorithm
    v := fill(0, div(n, 2));
    for i in 1:size(v, 1) loop
      v[i] := 2*i;
    end for;
  end evens;
  parameter Integer z[:] = evens(7);
  Real x[size(z, 1)] = z*time;
end FunctionOutputSizedInBody;
