// A small table for tests.
#pragma once

#include "tests/survey/row.h"

namespace moo::survey::test {

inline Row passed_row(std::string model) {
    Row row;
    row.model = std::move(model);
    row.runs.push_back({"flatten", true, 0.125, 10.5, {{"variables", 12}, {"equations", 7}}});
    return row;
}

inline Row failed_row(std::string model, std::string kind, std::string message) {
    Row row;
    row.model = std::move(model);
    row.runs.push_back({"flatten", false, 0.5, 20.25, {}});
    row.problem = Problem{"flatten", std::move(kind), std::move(message), "A/B.mo", 3, 4};
    return row;
}

inline SurveyTable sample_table() {
    SurveyTable table;
    table.library = "Lib";
    table.stages = {"flatten"};
    table.stamp = "0123456789abcdef";
    table.rows = {passed_row("Lib.Part.Examples.A"), failed_row("Lib.Part.Examples.B", "UnknownName", "no `x`"),
                  failed_row("Lib.Other.C", "TypeMismatch", "odd"), failed_row("Lib.D", "UnknownName", "no `y`")};
    return table;
}

}  // namespace moo::survey::test
