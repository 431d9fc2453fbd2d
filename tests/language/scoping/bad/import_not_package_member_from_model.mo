// expect: 10: WrongClassKind: the model `P.Q` is no package; one can import from packages only
package P
  model Q
    model R
      Real x = 1;
    end R;
  end Q;
end P;
model ImportNotPackageMemberFromModel
  import P.Q.R;
  R r;
end ImportNotPackageMemberFromModel;
