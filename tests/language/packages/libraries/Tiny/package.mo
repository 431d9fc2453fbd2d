package Tiny
end Tiny;
