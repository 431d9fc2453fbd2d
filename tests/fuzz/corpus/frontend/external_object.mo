// An external object with its constructor and destructor (section 12.9.7).
model M
  class Table
    extends ExternalObject;
    function constructor
      input String name;
      output Table t;
    external "C" t = open_table(name);
    end constructor;
    function destructor
      input Table t;
    external "C" close_table(t);
    end destructor;
  end Table;
  function look
    input Table t;
    input Real u;
    output Real y;
  external "C" y = look_up(t, u);
  end look;
  Table table = Table("data.txt");
  Real y = look(table, time);
end M;
