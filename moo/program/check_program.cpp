#include "moo/program/check_program.h"

namespace moo {

namespace {

constexpr Message<std::string_view> cannot_compute{DiagnosticKind::UnsupportedConstruct, "{}"};

}  // namespace

bool report_problems(std::vector<ProgramProblem> const& problems, Diagnostics& diagnostics) {
    for (ProgramProblem const& problem : problems) {
        Diagnostics::Report report = diagnostics.error(problem.source, cannot_compute, problem.text);
        for (std::string const& line : problem.notes) report.note({}, "{}", line);
    }
    return problems.empty();
}

bool check_program(ModelProgram const& model, Diagnostics& diagnostics) {
    return report_problems(model.functions.problems, diagnostics);
}

}  // namespace moo
