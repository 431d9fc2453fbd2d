model FunctionOutputSizedInBodyConstant
  function primes
    input Integer n;
    output Integer v[:];
  protected
    Boolean ok;
  algorithm
    v := fill(0, 0);
    for i in 2:n loop
      ok := true;
      for p in v loop
        if mod(i, p) == 0 then
          ok := false;
        end if;
      end for;
      if ok then
        v := cat(1, v, {i});
      end if;
    end for;
  end primes;
  constant Integer p[:] = primes(20);
  Real s = p[end]*time;
end FunctionOutputSizedInBodyConstant;
