// What changed between two versions of a model.
#pragma once

#include <string>
#include <vector>

#include "moo/io/document/compare_documents.h"

namespace moo {

enum class ChangeKind : std::uint8_t { added, removed, changed };
[[nodiscard]] std::string_view change_name(ChangeKind change);

struct Difference {
    std::string_view what;  // model, variable, equation, event, other
    std::string name;       // of the variable, or the target of the equation; empty for the model as a whole
    ChangeKind change = ChangeKind::changed;
    std::string text;  // one line for people
};

struct Differences {
    std::string other;  // the file with which the model is compared
    std::vector<Difference> list;
};

[[nodiscard]] Differences describe_differences(ComparedDocument const& before, ComparedDocument const& after);
// A line for each, with a sign in front: `+`, `-` or a space.
[[nodiscard]] std::string differences_text(Differences const& differences);

}  // namespace moo
