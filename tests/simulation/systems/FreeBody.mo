model FreeBody "a rigid body without forces; its orientation is a quaternion"
  parameter Real I[3] = {1, 2, 3} "principal moments of inertia";
  Real Q[4](start = {0, 0, 0, 1});
  Real w[3](start = {0.3, 2, 0.5}, each fixed = true) "angular velocity, in the body";
  Real h[3] "angular momentum, in the body";
  Real H[3] "angular momentum, in space";
  Real energy;
protected
  Real R[3, 3] "from space to body";
initial equation
  Q[1] = 0;
  Q[2] = 0;
  Q[3] = 0;
equation
  Q*Q = 1;
  w[1] = 2*( Q[4]*der(Q[1]) + Q[3]*der(Q[2]) - Q[2]*der(Q[3]) - Q[1]*der(Q[4]));
  w[2] = 2*(-Q[3]*der(Q[1]) + Q[4]*der(Q[2]) + Q[1]*der(Q[3]) - Q[2]*der(Q[4]));
  w[3] = 2*( Q[2]*der(Q[1]) - Q[1]*der(Q[2]) + Q[4]*der(Q[3]) - Q[3]*der(Q[4]));
  for i in 1:3 loop
    h[i] = I[i]*w[i];
  end for;
  {I[i]*der(w[i]) for i in 1:3} + cross(w, h) = {0, 0, 0};
  R = {{2*(Q[1]^2 + Q[4]^2) - 1, 2*(Q[1]*Q[2] + Q[3]*Q[4]), 2*(Q[1]*Q[3] - Q[2]*Q[4])},
       {2*(Q[1]*Q[2] - Q[3]*Q[4]), 2*(Q[2]^2 + Q[4]^2) - 1, 2*(Q[2]*Q[3] + Q[1]*Q[4])},
       {2*(Q[1]*Q[3] + Q[2]*Q[4]), 2*(Q[2]*Q[3] - Q[1]*Q[4]), 2*(Q[3]^2 + Q[4]^2) - 1}};
  H = transpose(R)*h;
  energy = w*h/2;
  annotation(experiment(StopTime = 20, Tolerance = 1e-8));
end FreeBody;
