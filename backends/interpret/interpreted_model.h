// A MOO document behind the interface that compiled models implement.
#pragma once

#include <memory>

#include "moo/base/source.h"
#include "moo/model/document.h"
#include "runtime/abi/model.h"

namespace moo {

// Owns what its MooModel points to. The document must have passed `verify_document`; it is not needed afterwards.
class InterpretedModel {
public:
    InterpretedModel(Document const& document, Interner const& interner, SourceManager const& sources);
    ~InterpretedModel();
    InterpretedModel(InterpretedModel const&) = delete;
    InterpretedModel& operator=(InterpretedModel const&) = delete;

    [[nodiscard]] MooModel const& model() const;

    struct Parts;

private:
    std::unique_ptr<Parts> parts_;
};

}  // namespace moo
