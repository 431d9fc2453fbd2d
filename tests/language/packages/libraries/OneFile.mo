within;
package OneFile "A library in one file"
  constant Real c = 3;
  model Part
    Real x = c * time;
  end Part;
end OneFile;
