// expect: 3: UnexpectedToken: `A` begins again inside itself, and there is only one `end A;`
package BeginsAgain
  model A model A
    Real x = time;
  end A;
end BeginsAgain;
