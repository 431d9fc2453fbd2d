package P
  model Pump
  end Pump;
end P;
