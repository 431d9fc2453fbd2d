// What a terminal shows of a model.
#pragma once

#include <string>
#include <vector>

#include "backends/show/show_context.h"

namespace moo {

// What is asked for; without any question, the overview.
struct TextQuery {
    bool states = false;
    bool loops = false;
    bool singular = false;
    std::string block;              // `7` of Eq, `iEq.7`
    std::string equation;           // `5` of Eq, `iEq.5`
    std::string uses;               // a variable
    std::string why;                // a variable
    std::vector<std::string> path;  // two variables

    [[nodiscard]] bool is_empty() const;
};

struct TextAnswer {
    std::string text;
    std::string problem;  // why the question has no answer, such as an unknown name; empty if it has
};

// The answers to all questions, one after the other.
[[nodiscard]] TextAnswer write_text(ShowContext& context, TextQuery const& query);

}  // namespace moo
