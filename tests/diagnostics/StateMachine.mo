model Gate
  block Opening
    outer output Real position;
  equation
    position = previous(position) + 0.1;
  end Opening;
  block Closed
  end Closed;
  inner Real position(start = 0);
  Closed closed;
  Opening opening;
  Closed open;
  Closed broken;
equation
  transition(closed, opening, sample(time, Clock(0.1)) > 1, immediate = false);
  transition(opening, open, position >= 1);
  transition(opening, closed, previous(position) < 0);
  transition(broken, closed, ticksInState() > 3);
  initialState(closed);
  initialState(open);
end Gate;
