// expect: 17: NotAValue: an external object cannot be assigned to; it is constructed where it is declared
model ObjectEquation
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
  Obj a;
equation
  a = Obj(1);
end ObjectEquation;
