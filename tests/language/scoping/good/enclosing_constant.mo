model EnclosingConstant
  constant Real c = 2;
  model Inner
    Real x = c * time;
  end Inner;
  Inner a;
end EnclosingConstant;
