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
  initialState(closed);
  transition(closed, opening, sample(time, Clock(0.1)) > 1, immediate = false);
  transition(opening, open, position >= 1);
  transition(broken, closed, true, immediate = false);
end Gate;
