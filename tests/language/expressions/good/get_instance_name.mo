// arguments: --model=Library.Vehicle
// The name of the simulated class without the packages around it, then that of the instance (section 3.7.4.4).
package Library
  partial model Named
    parameter String path = getInstanceName();
  end Named;
  model Controller
    extends Named;
  end Controller;
  model Engine
    Controller controller;
    Controller spare[2];
  end Engine;
  model Vehicle
    extends Named;
    Engine engine;
  end Vehicle;
end Library;
