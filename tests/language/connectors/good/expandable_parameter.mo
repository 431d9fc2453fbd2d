connector RealInput = input Real;
connector RealOutput = output Real;

// Parameters of a bus are there whether they are connected or not.
model ExpandableParameter
  expandable connector Bus
    parameter Real k = 2;
    Real unused;
  end Bus;
  Bus bus;
  Real x = bus.k*time;
end ExpandableParameter;
