connector RealInput = input Real;
connector RealOutput = output Real;

// An input of the model drives the input of a component.
model InputOfModel
  block Gain
    RealInput u;
    RealOutput y = 2*u;
  end Gain;
  RealInput u;
  RealOutput y;
  Gain g;
equation
  connect(u, g.u);
  connect(g.y, y);
end InputOfModel;
