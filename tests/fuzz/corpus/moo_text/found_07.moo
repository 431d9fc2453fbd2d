model M "d"
  pÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿ'] = {der(x), -k*x, "ass"} annotat[1] = sampling(call = sample(0, 1), start = 0, interval = 1);
  actions[1] = action(kind = "terminate", value = "end", conditions = {1});
  delays[1] = del;
  partitions[1] = clockedPartition(clock  1, "ass"};
  iEq[2,2'] = {der(x), -k*x, "ass"} annotatmo "ion(source on(_Ýmoo(version = "0.2.0", generator = "g", = {"r"}, files = {"a b.mo"}), experiment(StopTime = 1.5));
end M;
