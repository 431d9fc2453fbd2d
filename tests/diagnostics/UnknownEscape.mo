model A "a\qb"
end A;
