// expect: 9: ModelPartial: the function `FunctionReplaceablePartialCalled.P.f` is partial; it cannot be called
model FunctionReplaceablePartialCalled
  package P
    replaceable partial function f
      input Real x;
      output Real y;
    end f;
    model A
      Real y = f(time);
    end A;
  end P;
  P.A a;
end FunctionReplaceablePartialCalled;
