// Calls functions in C and FORTRAN 77 from the interpreter.
#pragma once

#include <memory>
#include <vector>

#include "moo/external/c_layout.h"
#include "moo/program/program.h"
#include "runtime/abi/values.h"

namespace moo {

struct LoadedExternal;

// One external function, which has to be permitted. It is built and loaded at the first call.
class ExternalCall {
public:
    // `registers` hold the values of arguments that are expressions, in their order; the scalars of the function come
    // after `literals` registers.
    ExternalCall(ProgramExternal const& external, std::vector<std::uint32_t> registers, std::uint32_t literals);

    // Takes arguments from the frame and writes results to it. Throws MooFailure.
    void call(MooInstance* m, double* r, MooArray** arrays, char const* place) const;

private:
    struct Memory;
    [[nodiscard]] CType type_of(ProgramExternalArgument const& argument) const;
    [[nodiscard]] CKind kind_of(ProgramExternalArgument const& argument) const;
    void load(char const* place) const;

    ProgramExternal external_;
    std::vector<std::uint32_t> registers_;
    std::uint32_t literals_;
    mutable std::shared_ptr<LoadedExternal> loaded_;  // from the first call on
};

}  // namespace moo
