// expect: 10: WrongClassKind: the model `P.Q` is not a package; only packages can be imported from
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
