model 'Evil */ // #{x} "q" \' \n %} {{ }} $(rm) coding: utf-7' "*/ \" ' \\ #= =# ${PATH} `id` %> ??/
second line"
  parameter Real 'a"b' = 2 "*/ int main";
  Real 'x */ abort(); /*'(start = 1, fixed = true) "\" + 1";
  Real 'y\n#include <evil>' "%s%n$";
  Real 'if'(start = 3);
  Boolean 'class'(start = false);
  Real 'a.b[1]';
  Real a_b;
equation
  der('x */ abort(); /*') = -'a"b'*'x */ abort(); /*';
  'y\n#include <evil>' = 2*'x */ abort(); /*';
  when 'x */ abort(); /*' < 0.5 then
    'if' = pre('if') + 1;
  end when;
  'class' = 'if' > 3.5;
  'a.b[1]'^3 + a_b = 2;
  a_b = 'a.b[1]';
  assert('x */ abort(); /*' > -1, "*/ \" \\ ' \n $x #{y} the */ end");
end 'Evil */ // #{x} "q" \' \n %} {{ }} $(rm) coding: utf-7';
