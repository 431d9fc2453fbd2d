model GasVolumes "Mass and energy are balanced, pressure and temperature are the states"
  parameter Real R = 287;
  parameter Real cv = 717.5;
  parameter Real k = 1e-6 "conductance of the valve";
  Volume a(R = R, cv = cv, V = 1, p(start = 2e5), T(start = 350));
  Volume b(R = R, cv = cv, V = 2, p(start = 1e5), T(start = 300));
  Real m_flow "from a to b, where the pressure is lower";
  Real H_flow;

  model Volume
    parameter Real R;
    parameter Real cv;
    parameter Real V;
    Real p(stateSelect = StateSelect.prefer, fixed = true, nominal = 1e5);
    Real T(stateSelect = StateSelect.prefer, fixed = true, nominal = 300);
    Real d, u, m, U(nominal = 1e5);
  equation
    d = p/(R*T);
    u = cv*T;
    m = V*d;
    U = m*u;
  end Volume;
equation
  m_flow = k*(a.p - b.p);
  H_flow = m_flow*(cv + R)*a.T;
  der(a.m) = -m_flow;
  der(b.m) = m_flow;
  der(a.U) = -H_flow;
  der(b.U) = H_flow;
  annotation(experiment(StopTime = 10));
end GasVolumes;
