// What mosurvey reads: trajectories as CSV, lists of models and lists of known failures.
#include <cmath>

#include "tests/fuzz/entry.h"
#include "tests/survey/baseline.h"
#include "tests/survey/models.h"
#include "tests/survey/trajectory.h"

namespace moo::fuzz {

void run(std::string_view text) {
    survey::Trajectory const trajectory = survey::parse_csv(text);
    if (trajectory.error.empty()) {
        check(trajectory.names.size() == trajectory.columns.size(), "names and columns differ in number");
        for (auto const& column : trajectory.columns) {
            check(column.size() == trajectory.time.size(), "a column of another length");
        }
        for (std::size_t i = 1; i < trajectory.time.size(); ++i) {
            check(trajectory.time[i - 1] <= trajectory.time[i], "time goes back");
        }
    }
    survey::ModelList const models = survey::parse_model_list(text);
    if (models.error.empty()) {
        for (std::string const& name : models.names) check(survey::is_model_name(name), "not the name of a model");
    }
    static_cast<void>(survey::parse_baseline(text));
}

}  // namespace moo::fuzz
