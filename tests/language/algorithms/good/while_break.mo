model WhileBreak
  Integer n;
algorithm
  n := 0;
  while n < 10 loop
    n := n + 1;
    if n > time then
      break;
    end if;
  end while;
end WhileBreak;
