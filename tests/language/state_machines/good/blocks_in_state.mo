// A state made of blocks: all that is in it stops with it. Its own inputs come from outside.
// warns: 30: ClockMissing: no clock is given
model BlocksInState
  connector RealInput = input Real;
  connector RealOutput = output Real;
  block Delay
    RealInput u(start = 1);
    RealOutput y;
  equation
    y = previous(u);
  end Delay;
  block Double
    RealInput u;
    RealOutput y;
  equation
    y = 2*u;
  end Double;
  block Work
    RealInput u;
    RealOutput y;
    Delay delay;
    Double double;
  equation
    connect(u, delay.u);
    connect(delay.y, double.u);
    connect(double.y, y);
  end Work;
  block Rest
  end Rest;
  Real k(start = 0) = previous(k) + 1;
  Work work;
  Rest rest;
equation
  work.u = k;
  initialState(work);
  transition(work, rest, k > 2.5 and k < 4.5);
  transition(rest, work, k > 4.5);
end BlocksInState;
