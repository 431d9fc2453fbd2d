// Functions that are called for their effect, with texts that are put together.
model Announce
  impure function check
    input String text;
    input String end_of_line;
  algorithm
    assert(text + end_of_line == "level 3 of tank!", "it says: " + text + end_of_line);
  end check;
  parameter String name = "tank";
  parameter Integer level = 3;
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
algorithm
  when time > 0.5 then
    check("level " + String(level) + " of " + name, "!");
  end when;
  annotation(experiment(StopTime = 1));
end Announce;
