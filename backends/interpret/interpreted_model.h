// The reference interpreter: runs a model program through the interface that compiled models implement.
#pragma once

#include <memory>

#include "moo/base/source.h"
#include "moo/program/model_program.h"
#include "runtime/abi/model.h"

namespace moo {

// Owns what its MooModel points to. The program's document is not needed afterwards.
class InterpretedModel {
public:
    InterpretedModel(ModelProgram program, SourceManager const& sources);
    ~InterpretedModel();
    InterpretedModel(InterpretedModel const&) = delete;
    InterpretedModel& operator=(InterpretedModel const&) = delete;

    [[nodiscard]] MooModel const& model() const;

private:
    struct Parts;
    friend struct InterpretedCalls;
    std::unique_ptr<Parts> parts_;
};

}  // namespace moo
