// Data of a block that is kept between two solutions.
#pragma once

namespace moo::runtime {

// Only the code that solves blocks knows the contents; an instance only stores and discards it.
class BlockKeepsake {
public:
    virtual ~BlockKeepsake() = default;
};

}  // namespace moo::runtime
