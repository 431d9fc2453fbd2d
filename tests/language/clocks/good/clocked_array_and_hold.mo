model ClockedArrayAndHold
  Real x[2](each start = 0);
  Real u[2] = {time, 2*time};
  Real y[2] = hold(x);
equation
  when Clock(1, 10) then
    x = previous(x) + sample(u);
  end when;
end ClockedArrayAndHold;
