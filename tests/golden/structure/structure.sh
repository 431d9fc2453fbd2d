# What moopt makes of a model of tests/simulation/systems: its states with reasons, and for each set the blocks that have
# to be solved, with the number of their equations and of those that are iterated over.
model=../../simulation/systems/$1.mo
moflat "$model" | moopt --states
moflat "$model" | moopt | awk '
    match($0, /^  (i|ri)?Eq\[[0-9]+,/) {
        set = substr($0, 3, index($0, "[") - 3)
        block = substr($0, RSTART + length(set) + 3, RLENGTH - length(set) - 4) + 0
        ++equations[set]
        ++size[set, block]
        if (block > blocks[set]) blocks[set] = block
        if ($0 ~ /, "res"} annotation/) ++iterated[set, block]
    }
    match($0, /^  (i|ri)?Block\[[0-9]+\] = {"[a-z]+"/) {
        split($0, part, /[\[\]"]/)
        set = substr(part[1], 3, length(part[1]) - 7) "Eq"
        kind[set, part[2]] = part[4]
    }
    END {
        split("iEq Eq riEq", names, " ")
        for (s = 1; s <= 3; ++s) {
            set = names[s]
            printf "%s: %d equations in %d blocks\n", set, equations[set], blocks[set]
            for (b = 1; b <= blocks[set]; ++b) {
                if (!iterated[set, b] && kind[set, b] != "mixed") continue
                of = kind[set, b] == "" ? "nonlinear" : kind[set, b]
                printf "  %d: %s, %d equations, %d iterated\n", b, of, size[set, b], iterated[set, b]
            }
        }
    }'
