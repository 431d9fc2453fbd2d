// Outputs of the states of one machine are connected to one signal, which is that of the active state.
// warns: 19: ClockMissing: no clock is given
model ConnectedOutputs
  connector IntegerInput = input Integer;
  connector IntegerOutput = output Integer;
  block Add
    parameter Integer step;
    IntegerInput u;
    IntegerOutput y;
  equation
    y = u + step;
  end Add;
  block Idle
  end Idle;
  block Last
    IntegerInput u(start = 0);
    IntegerOutput y;
  equation
    y = previous(u);
  end Last;
  Add one(step = 1);
  Add ten(step = 10);
  Idle idle;
  Last last;
  IntegerOutput y(start = 0);
equation
  connect(one.y, y);
  connect(ten.y, y);
  connect(y, last.u);
  connect(last.y, one.u);
  connect(last.y, ten.u);
  initialState(one);
  transition(one, ten, y >= 3, immediate = false);
  transition(ten, idle, y >= 20, immediate = false);
  transition(idle, one, ticksInState() >= 2, immediate = false);
end ConnectedOutputs;
