// expect: 15: NotAValue: `Obj.constructor` belongs to an external object; it is called when the object is constructed or destroyed, not by a model
model ExternalObjectCalledConstructor
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
  Obj a = Obj.constructor(1);
end ExternalObjectCalledConstructor;
