within Tiny;
package Constants
  constant Real two = 2;
end Constants;
