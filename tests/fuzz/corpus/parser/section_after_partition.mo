//! base 0.1.0
package 'P'
  @1 pure constant function f input Real x; @3 external "C"; end f;
  model 'P' @5 parameter Real p(@6 start = 1 @7) = (2)[1] @8;
    parameter equation guess(p) = prioritize(3, 1);
  initial equation @9 'a.b' @10 = p; prioritize('a.b', 2);
  partition "b" annotation(z = 1);
    @12 Clock c1 = ze(3, 1);
  initial equation @9 'a.b' @10 = p; prioritize('a.b', 2);
  partition "b" annotation(z = 1);
    @12 Clock c1 = Clock(1, 10);
    subpartition (clock = c1) equation x = 1; algorithm y :=Clock(1, 10);
    subpartition (clock = c1) equation x = 1; algorithm y := 2;
  end 'P';
end 'P';
