// expect: 4: WrongClassKind: `x` is declared as `flow` in a model; only a connector has such variables
// expect: 5: WrongClassKind: `y` is declared as `stream` in a model; only a connector has such variables
model FlowOutsideConnector
  flow Real x = 1;
  stream Real y = 1;
end FlowOutsideConnector;
