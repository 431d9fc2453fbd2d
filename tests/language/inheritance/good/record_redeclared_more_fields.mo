model RecordRedeclaredMoreFields
  record State
    Real p;
  end State;
  package Base
    replaceable record S = State;
    replaceable partial function make
      input Real x;
      output S s;
    end make;
    model Use
      S s = make(time);
    end Use;
  end Base;
  package Impl
    extends Base;
    redeclare record extends S
      Real T;
    end S;
    redeclare function extends make
    algorithm
      s := S(p = x, T = 2*x);
    end make;
  end Impl;
  Impl.Use u;
end RecordRedeclaredMoreFields;
