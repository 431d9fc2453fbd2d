package M equation iEq[1,1] = {pre(v), 0, "ass"} annotation(source = "a.mo:1:2"); Jac[1,1,2] = {-0.7*v, 1}; end M;
