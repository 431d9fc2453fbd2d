// Models that the benchmarks of the tools are made of.
#pragma once

namespace moo::bench {

// As in the standard library: partial classes, types with attributes, and a heat port that is there on demand.
constexpr char const* electrical = R"(package Electrical
  type Voltage = Real(final quantity = "ElectricPotential", final unit = "V");
  type Current = Real(final quantity = "ElectricCurrent", final unit = "A");
  type Resistance = Real(final quantity = "Resistance", final unit = "Ohm");
  type Capacitance = Real(final quantity = "Capacitance", final unit = "F", min = 0);
  type Temperature = Real(final quantity = "ThermodynamicTemperature", final unit = "K", min = 0, start = 288.15);
  type HeatFlowRate = Real(final quantity = "Power", final unit = "W");
  connector HeatPort
    Temperature T "Temperature of the port";
    flow HeatFlowRate Q_flow "Heat flow into the component";
  end HeatPort;
  connector Pin "Pin of an electric component"
    Voltage v "Potential at the pin";
    flow Current i "Current flowing into the pin";
  end Pin;
  connector PositivePin
    extends Pin;
  end PositivePin;
  connector NegativePin
    extends Pin;
  end NegativePin;
  partial model TwoPin
    Voltage v "Voltage drop";
    PositivePin p;
    NegativePin n;
  equation
    v = p.v - n.v;
  end TwoPin;
  partial model OnePort
    extends TwoPin;
    Current i "Current flowing from p to n";
  equation
    0 = p.i + n.i;
    i = p.i;
  end OnePort;
  partial model ConditionalHeatPort
    parameter Boolean useHeatPort = false "= true, if the heat port is enabled";
    parameter Temperature T = 293.15 "Fixed temperature without heat port";
    HeatPort heatPort if useHeatPort;
    HeatFlowRate lossPower "Loss power leaving the component";
  equation
    if not useHeatPort then
      assert(T > 0, "Temperature must be positive");
    end if;
  end ConditionalHeatPort;
  model Resistor
    extends OnePort;
    extends ConditionalHeatPort;
    parameter Resistance R(start = 1) "Resistance";
  equation
    v = R * i;
    lossPower = v * i;
  end Resistor;
  model Capacitor
    extends OnePort(v(start = 0));
    parameter Capacitance C(start = 1) "Capacitance";
  equation
    i = C * der(v);
  end Capacitor;
  model ConstantVoltage
    extends OnePort;
    parameter Voltage V(start = 1) "Value of the voltage";
  equation
    v = V;
  end ConstantVoltage;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Cell
    PositivePin p;
    NegativePin n;
    NegativePin g;
    parameter Resistance R = 1;
    Resistor resistor(R = R);
    Capacitor capacitor(C = 1e-3);
  equation
    connect(p, resistor.p);
    connect(resistor.n, n);
    connect(resistor.n, capacitor.p);
    connect(capacitor.n, g);
  end Cell;
end Electrical;
)";

}  // namespace moo::bench
