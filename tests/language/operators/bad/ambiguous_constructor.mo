// expect: 22: WrongArguments: several constructors fit `P.R(1)`
package P
  operator record R
    Real a;
    encapsulated operator 'constructor'
      import P.R;
      function f1
        input Real x;
        output R r(a = x);
      algorithm
      end f1;
      function f2
        input Real x;
        input Real y = 2;
        output R r(a = x + y);
      algorithm
      end f2;
    end 'constructor';
  end R;
end P;
model AmbiguousConstructor
  P.R r = P.R(1);
end AmbiguousConstructor;
