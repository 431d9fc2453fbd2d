model ObjectArray
  class Obj
    extends ExternalObject;
    function constructor
      input Integer n;
      output Obj o;
      external "C" o = make_obj(n);
    end constructor;
    function destructor
      input Obj o;
      external "C" free_obj(o);
    end destructor;
  end Obj;
  function use
    input Obj o;
    input Real x;
    output Real y;
    external "C" y = use_obj(o, x);
  end use;
  parameter Integer n = 2;
  Obj o[2] = {Obj(i) for i in 1:2};
  Obj p = if n > 1 then Obj(3) else Obj(4);
  Real y = use(o[2], time) + use(p, time);
end ObjectArray;
