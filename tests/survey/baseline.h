// Earlier results: a list of the models that do not pass, or an earlier report; and what has changed since.
//
// The list is text for people and for version control:
//
//     # comment
//     library: Modelica
//     flatten: 512 of 529
//     Modelica.Blocks.Examples.BusUsage  UnsupportedConstruct  `connect` to an expandable connector
//         an explanation by hand, which is kept when the list is written anew
//
// It is grouped by the kind of the error, the largest group first.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/survey/row.h"

namespace moo::survey {

struct BaselineEntry {
    std::string kind;
    std::string message;
    std::string explanation;  // lines, each with its line end; empty: none
};

struct Baseline {
    std::string library;
    std::string stage;  // the last one; a model that fails at it or before is listed
    std::size_t passed = 0;
    std::size_t total = 0;
    std::map<std::string, BaselineEntry> failing;
    // The models that passed; only an earlier report contains them. Without them, every model that is not listed counts
    // as passed.
    std::optional<std::vector<std::string>> passing;
    // For the stage `verify`: models without anything to compare with. A list names them in a comment.
    std::vector<std::string> without_reference;
    std::string error;  // empty if the text could be read
};

// A list, or the JSON of a report if it begins with `{`.
[[nodiscard]] Baseline parse_baseline(std::string_view text);
[[nodiscard]] Baseline make_baseline(SurveyTable const& table);
// `previous`, if any, gives the explanations.
[[nodiscard]] std::string write_baseline(Baseline const& baseline, Baseline const* previous);

struct BaselineChanges {
    std::vector<std::string> better;  // models that pass now
    std::vector<std::string> worse;   // models that do not pass any more
    std::vector<std::string> other;   // models that fail in another way: `name: kind, was kind`
    std::vector<std::string> added;   // models that an earlier report does not know and that fail
    std::vector<std::string> gone;    // models that are not there any more
    std::string fewer;                // a complete survey in which fewer models pass than before; empty: not so
    [[nodiscard]] bool is_worse() const { return !worse.empty() || !fewer.empty(); }
};
// `complete`: all models of the library were surveyed, so that counts and missing models mean something.
[[nodiscard]] BaselineChanges compare_with_baseline(Baseline const& baseline, SurveyTable const& table, bool complete);
[[nodiscard]] std::string write_changes(BaselineChanges const& changes);

}  // namespace moo::survey
