// Which variables count for the balance of a connector.
model BalancedConnectors
  type Angle
    extends Real;
    function equalityConstraint
      input Angle a;
      input Angle b;
      output Real residue[0];
    algorithm
      residue := fill(0.0, 0);
    end equalityConstraint;
  end Angle;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Plug
    parameter Integer m = 3;
    Pin pin[m];
    Angle reference;
    input Real in1;
    output Real out1;
  end Plug;
  connector Port
    Real p;
    flow Real m_flow;
    stream Real h;
  end Port;
  connector Signal
    Real x;
    Integer n;
  end Signal;
  expandable connector Bus
    Real speed;
  end Bus;
  Plug plug;
  Port port;
  input Signal u;
  output Signal y = u;
  Bus bus;
protected
  Signal inside = u;
equation
  plug.pin.v = {1, 2, 3};
  plug.out1 = 1;
  plug.reference = 0;
  port.p = 1;
  port.h = 2;
end BalancedConnectors;
