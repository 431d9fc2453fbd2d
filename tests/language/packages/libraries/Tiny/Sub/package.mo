within Tiny;
package Sub
end Sub;
