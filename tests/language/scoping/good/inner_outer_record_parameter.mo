record Settings
  parameter Real g = 9.81;
  parameter Boolean fast = true;
end Settings;
model Part
  outer parameter Settings settings;
  Real x = if settings.fast then settings.g else 0;
end Part;
model InnerOuterRecordParameter
  inner parameter Settings settings(g = 1);
  Part part;
end InnerOuterRecordParameter;
