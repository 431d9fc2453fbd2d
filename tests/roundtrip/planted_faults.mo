// Something of everything that can be wrong in a document: tests/roundtrip/planted_faults_test.py.
model PlantedFaults
  type Gear = enumeration(low, high);
  function largest
    input Real u[:];
    output Real y;
    output Integer at;
  algorithm
    y := u[1];
    at := 1;
    for i in 2:size(u, 1) loop
      if u[i] > y then
        y := u[i];
        at := i;
      end if;
    end for;
    annotation(Inline = false);
  end largest;
  parameter Real k = 2;
  parameter Real half = k/2;
  parameter Real wave(unit = "rad/s") = 5;
  Real x(start = 1, fixed = true);
  Real y = x;
  Real torn;
  Real loop_a;
  Real loop_b;
  Real top;
  Integer place;
  Real past = delay(x, 0.5);
  Real power = k*x;
  discrete Gear gear(start = Gear.low, fixed = true);
  discrete Integer count(start = 0, fixed = true);
  Real ticked(start = 0);
  Real diode_u;
  Real diode_i;
  Boolean is_open = diode_u < 0;
equation
  der(x) = -x + loop_a;
  loop_a + loop_b^3 = x + 2;
  loop_b = sin(loop_a) + torn;
  torn = loop_a*half;
  (top, place) = largest({x, half, time});
  when sample(0.1, 0.25) then
    count = pre(count) + 1;
  end when;
  when x < 0.5 then
    gear = Gear.high;
  end when;
  ticked = sample(x, Clock(1, 10)) + previous(ticked);
  sin(wave*time) = diode_u + diode_i;
  0 = if is_open then diode_i - 1e-6*diode_u else diode_u - 1e-3*diode_i;
  when time > 2 then
    terminate("enough");
  end when;
  assert(x > -1, "too small");
end PlantedFaults;
