model StateRefused "variables that always shall be states, and cannot be"
  input Real u;
  Real x(start = 1, fixed = true);
  Real y(start = 1, fixed = true);
  Real driven(stateSelect = StateSelect.always) "the derivative of an input is not known";
  Real jumping(stateSelect = StateSelect.always) "a state does not jump";
  Real first(stateSelect = StateSelect.always), second(stateSelect = StateSelect.always) "room for one of them";
  Real known(stateSelect = StateSelect.always);
  Real z(start = 1, fixed = true, stateSelect = StateSelect.never) "nothing else could be the state";
equation
  der(x) = -x;
  der(y) = -y;
  driven = 2*x + u;
  jumping = x + (if time > 0.5 then 1 else 0);
  first = 2*y;
  second = 3*y + time;
  known = sin(time);
  der(z) = -z;
end StateRefused;
