model RelativeMotion "Masses in a row; the elongations of the springs between them are preferred as states"
  parameter Real m[3] = {1, 2, 0.5};
  parameter Real c[2] = {10, 20};
  parameter Real d[2] = {0.1, 0.3};
  Real s[3], v[3];
  Real s_rel[2](each stateSelect = StateSelect.prefer), v_rel[2](each stateSelect = StateSelect.prefer);
  Real f[2];
initial equation
  s = {0, 1.5, 2};
  v = {0.2, 0, 0};
equation
  for i in 1:2 loop
    s_rel[i] = s[i + 1] - s[i];
    v_rel[i] = der(s_rel[i]);
    f[i] = c[i]*(s_rel[i] - 1) + d[i]*v_rel[i];
  end for;
  der(s) = v;
  m[1]*der(v[1]) = f[1];
  m[2]*der(v[2]) = f[2] - f[1];
  m[3]*der(v[3]) = -f[2];
  annotation(experiment(StopTime = 5));
end RelativeMotion;
