// Calls a function of a shared object whose type is known only at run time.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "moo/external/c_layout.h"

namespace moo {

struct ForeignSignature {
    CType result;
    std::vector<CKind> arguments;  // neither none nor structure: structures are passed by address
};

class ForeignFunction {
public:
    ForeignFunction(void* address, ForeignSignature signature);
    ~ForeignFunction();
    ForeignFunction(ForeignFunction&&) noexcept;
    ForeignFunction& operator=(ForeignFunction&&) noexcept;

    [[nodiscard]] ForeignSignature const& signature() const;
    // `arguments[i]` is the address of the value of argument i, `result` that of memory for the result. Returns the
    // text of the error if the function ends with ModelicaError; the result is then not written.
    //
    // The function runs in this process: one that reads or writes where it must not ends the process or worse.
    [[nodiscard]] std::optional<std::string> call(void* result, std::span<void* const> arguments) const;

private:
    struct Prepared;
    std::unique_ptr<Prepared> prepared_;
};

}  // namespace moo
