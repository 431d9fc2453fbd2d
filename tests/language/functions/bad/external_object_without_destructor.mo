// expect: 3: WrongClassKind: the external object `ExternalObjectWithoutDestructor.Obj` has no function `destructor`
model ExternalObjectWithoutDestructor
  class Obj
    extends ExternalObject;
    function constructor
      input Integer n;
      output Obj o;
      external "C" o = make_obj(n);
    end constructor;
  end Obj;
  Obj a = Obj(1);
end ExternalObjectWithoutDestructor;
