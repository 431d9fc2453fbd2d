model FunctionEarlyReturnInLoop
  function find
    input Real v[:];
    input Real x;
    output Integer i = 0;
  algorithm
    for k in 1:size(v, 1) loop
      if v[k] > x then
        i := k;
        return;
      end if;
    end for;
  end find;
  parameter Integer n = find({1, 5, 9}, 4);
  Real x[n] = fill(time, n);
end FunctionEarlyReturnInLoop;
