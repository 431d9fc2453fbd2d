// Functions of the user hide the operators of the same names.
model OwnFunction
  function transition
    input Real x;
    output Real y = 2*x;
  end transition;
  function activeState
    input Integer x;
    output Boolean y = x > 0;
  end activeState;
  Real a = transition(time);
  Boolean b = activeState(integer(time));
end OwnFunction;
