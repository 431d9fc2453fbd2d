// break leaves the loop, return the function (sections 11.2.5.1 and 12.1).
model M
  function find
    input Integer v[:];
    input Integer wanted;
    output Integer at = 0;
  algorithm
    if size(v, 1) == 0 then
      return;
    end if;
    for i in 1:size(v, 1) loop
      if v[i] == wanted then
        at := i;
        break;
      end if;
    end for;
  end find;
  parameter Integer k = find({3, 5, 7}, 5);
  Real x[k] = fill(time, k);
end M;
