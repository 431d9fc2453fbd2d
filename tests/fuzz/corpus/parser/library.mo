within A.B;
final encapsulated package P "p" + "q"
  import C = D.E; import F.*; import G.{H, I};
  extends J(k = 1, break l, break connect(m.n, o[1])) annotation(x = 1);
  replaceable partial function f = g(a = function h(b = 1)) constrainedby i "c";
  redeclare model extends K(z = 1) end K;
  type E = enumeration(one "1", 'two words' annotation(y = 2));
  type O = enumeration(:);
  function d = der(f, x, y);
  expandable connector X flow stream1.Y y; stream output Real s[:] = {1, 2}; end X;
  operator record R operator '+' pure function a external "C" y = f(x, 2) annotation(Library = "l"); end a; end '+'; end R;
  inner outer .A.B c[3](redeclare each final replaceable package M = N(u = 1) "m", each start = break) = d if e;
protected
  Real w := 1;
initial equation
  (a, , b) = f(x, y = 2);
algorithm
  (a, ) := f({i * j for i in 1:3, j}, [1, 2; 3, 4], x[end, :], "s\n\"");
  while true loop if a then break; elseif b then return; else x := -(1.5e-3) .^ 2; end if; end while;
  for i in 1:2:9 loop when a then x := 1; elsewhen b then f(); end when; end for;
annotation(Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}})), Documentation(info = "<html>
<p>é</p></html>"));
end P;
