model ClassExtendsFunction
  package A
    replaceable partial function f
      input Real x;
      output Real y;
    end f;
    model Use
      Real y = f(time);
    end Use;
  end A;
  package B
    extends A;
    redeclare function extends f
      input Real k = 2;
    algorithm
      y := k*x;
    end f;
  end B;
  B.Use u;
end ClassExtendsFunction;
