// A state in a state may assign what is declared further up, while the state between them says nothing about it.
// warns: 4: ClockMissing: no clock is given
model OutputTwoLevelsUp
  inner Integer v(start = 0);
  block Leaf
    parameter Integer step;
    outer output Integer v;
  equation
    v = previous(v) + step;
  end Leaf;
  block Around
    Leaf a(step = 1);
    Leaf b(step = 10);
  equation
    initialState(a);
    transition(a, b, true, immediate = false);
    transition(b, a, true, immediate = false);
  end Around;
  Around first;
  Leaf second(step = 100);
equation
  initialState(first);
  transition(first, second, v > 20, immediate = false);
  transition(second, first, v > 300, immediate = false, reset = false);
end OutputTwoLevelsUp;
