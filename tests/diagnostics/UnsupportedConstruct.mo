model A
  Real x;
algorithm
  x := 1;
  while x < time loop
    x := 2*x;
    if x > 100 then
      terminate("x is large");
    end if;
  end while;
end A;
