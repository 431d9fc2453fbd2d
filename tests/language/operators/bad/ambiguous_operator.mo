// expect: 22: TypeMismatch: several functions of the operator `'+'` fit here
package P
  operator record R
    Real a;
    encapsulated operator '+'
      import P.R;
      function f1
        input R x;
        input R y;
        output R r(a = x.a + y.a);
      algorithm
      end f1;
      function f2
        input R x;
        input R y;
        output R r(a = x.a - y.a);
      algorithm
      end f2;
    end '+';
  end R;
end P;
model AmbiguousOperator P.R r = P.R(1) + P.R(2);
end AmbiguousOperator;
