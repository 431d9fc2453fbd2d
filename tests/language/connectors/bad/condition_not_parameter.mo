// expect: 14: NotEvaluable: the condition of a connect-equation
connector RealInput = input Real;
connector RealOutput = output Real;
model ConditionNotParameter
  block Source
    RealOutput y = time;
  end Source;
  block Sink
    RealInput u;
  end Sink;
  Source s;
  Sink k;
equation
  if time > 1 then
    connect(s.y, k.u);
  end if;
end ConditionNotParameter;
