// warns: 8: ComponentDisabled: `s[1].w` is conditional, and it is used outside of connections and modifiers
model OuterInArrayInnerConditional
  model World
    parameter Real g = 9.81;
  end World;
  model Body
    outer World w;
    Real f = w.g*time;
  end Body;
  model System
    parameter Boolean own = false;
    inner World w(g = 1) if own;
    Body b[2];
  end System;
  inner World w(g = 3);
  System s[2](own = {true, false});
end OuterInArrayInnerConditional;
