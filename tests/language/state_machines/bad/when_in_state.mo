// expect: 7: StateMachine: the state `a` contains a when-clause
// expect: 15: StateMachine: the state `b` contains a when-clause
model WhenInState
  block A
    Integer n(start = 0);
  equation
    when time > 1 then
      n = pre(n) + 1;
    end when;
  end A;
  block B
    Integer n(start = 0);
  algorithm
    n := previous(n);
    when time > 1 then
      n := 1;
    end when;
  end B;
  A a;
  B b;
equation
  initialState(a);
  transition(a, b, true);
end WhenInState;
