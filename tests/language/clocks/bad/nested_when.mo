// expect: 6: WrongWhen: there is a when-equation inside another when-equation
model NestedWhen
  Integer n(start = 0);
equation
  when Clock(0.5) then
    when time > 1 then
      n = 1;
    end when;
  end when;
end NestedWhen;
