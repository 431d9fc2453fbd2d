// What is kept of a block between two solutions.
#pragma once

namespace moo::runtime {

// Only whoever solves blocks knows what that is; an instance keeps it, and forgets it.
class BlockKeepsake {
public:
    virtual ~BlockKeepsake() = default;
};

}  // namespace moo::runtime
