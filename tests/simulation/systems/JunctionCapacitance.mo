// A function gives current and capacitance of a junction. Where a final parameter says that there is no capacitance, its
// voltage follows from the others at once; the other junction has a state.
package Junctions
  function grading "Of the capacitance, by the voltage over the junction"
    input Real v;
    output Real factor;
  algorithm
    if v < 0.3 then
      factor := 1/sqrt(1 - v);
    else
      factor := (1 + 0.5*(v - 0.3)/0.7)/sqrt(0.7);
    end if;
  end grading;

  function junction
    input Real v;
    input Real zero_capacitance;
    input Real conductance;
    output Real i;
    output Real c;
  protected
    Real factor;
  algorithm
    i := conductance*v;
    factor := grading(v);
    c := 0;
    if v < 0.9 then
      c := zero_capacitance*factor;
    end if;
    annotation(Inline = false);
  end junction;

  model Junction
    parameter Real zero_capacitance;
    parameter Real conductance = 0.25;
    Real v;
    Real i;
    Real i_resistive;
    Real c;
  equation
    (i_resistive, c) = junction(v, zero_capacitance, conductance);
    i = i_resistive + c*der(v);
  end Junction;
end Junctions;

model JunctionCapacitance
  Junctions.Junction without(final zero_capacitance = 0);
  Junctions.Junction with(final zero_capacitance = 0.1, v(start = 0, fixed = true));
  parameter Real omega(unit = "rad/s") = 2;
  Real u = 0.8*sin(omega*time);
equation
  u - without.v = without.i;
  u - with.v = with.i;
  annotation(experiment(StopTime = 5));
end JunctionCapacitance;
