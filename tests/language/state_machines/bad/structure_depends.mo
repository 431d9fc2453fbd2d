// expect: 8: StateMachine: `activeState` is used where the structure of the model is not decided yet
model StructureDepends
  block State
  end State;
  State a, b;
equation
  initialState(a);
  if activeState(a) then
    transition(a, b, true);
  end if;
end StructureDepends;
