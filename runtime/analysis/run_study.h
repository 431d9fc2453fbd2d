// Runs a study over all cores, into one file.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/analysis/study.h"
#include "runtime/simulate/settings.h"
#include "runtime/simulate/simulation.h"
#include "runtime/text/output_file.h"

namespace moo::runtime {

struct StudyOptions {
    SimulationOptions simulation;         // the same for all runs
    std::vector<Assignment> assignments;  // the same for all runs
    std::vector<std::uint32_t> stored;    // slots
    bool final_only = false;              // one row a run, at its end
    std::size_t jobs = 0;                 // processes at once; 0: one for each core
    std::string scratch_folder;           // for the output of workers before it is put in order
};

struct StudyOutcome {
    std::size_t finished = 0;
    std::size_t failed = 0;
    bool was_interrupted = false;
    std::string error;  // of files and processes; empty: fine
    // The stored variables at the end of each run that was completed, run by run.
    std::vector<double> finals;
};

// One sentence about a run, for the user.
using StudyListener = std::function<void(std::size_t run, std::string const& text)>;

// Writes CSV: the number of the run, the values that differ, time and the stored variables, ordered by run, in whatever
// order runs end. Each worker is a process of its own, so that external code with state, and crashes, affect only one
// run. `progress` is called from time to time with the number of runs that have ended.
[[nodiscard]] StudyOutcome run_study(MooModel const& model, Study const& study, StudyOptions const& options,
                                     OutputFile& file, std::function<void(std::size_t)> const& progress,
                                     StudyListener const& listener);

}  // namespace moo::runtime
