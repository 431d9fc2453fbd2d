model FunctionWithRecordArrayOutput
  record R
    Real a;
    Real v[2];
  end R;
  function f
    input Integer n;
    input Real x;
    output R r[n];
  algorithm
    for i in 1:n loop
      r[i].a := i*x;
      r[i].v := {x, i};
    end for;
  end f;
  R r[3] = f(3, time);
  Real s = sum(r.a) + r[2].v[1];
end FunctionWithRecordArrayOutput;
