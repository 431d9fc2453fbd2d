// An importer of FMUs for tests: the functions of both versions behind one interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/abi/fmu.h"

namespace moo::test {

// As both versions number it.
enum class Fmi : int { ok = 0, warning = 1, discard = 2, error = 3, fatal = 4 };
enum class Kind { model_exchange, co_simulation };

struct Events {
    bool needs_update = false;
    bool terminates = false;
    bool nominals_changed = false;
    bool states_changed = false;
    bool has_next = false;
    double next = 0.0;
};

struct Step {
    bool event_needed = false;
    bool terminates = false;
    bool early_return = false;
    double time = 0.0;
};

struct LogEntry {
    int status;
    std::string category;
    std::string text;
};

struct StepOptions {
    bool uses_event_mode = false;
    bool may_return_early = false;
    // At accepted steps: returns the time to stop at, or something negative.
    std::function<double(double time)> intermediate_update;
    std::vector<std::uint32_t> intermediate_variables;
};

// One instance. All functions hand on what the FMU says.
class Api {
public:
    virtual ~Api() = default;

    virtual Fmi set_up(double start, double stop, double tolerance) = 0;  // FMI 3.0 has it in the next one
    virtual Fmi enter_initialization() = 0;
    virtual Fmi exit_initialization() = 0;
    virtual Fmi enter_event_mode() = 0;
    virtual Fmi update_discrete_states(Events& events) = 0;
    virtual Fmi enter_continuous_mode() = 0;
    virtual Fmi enter_step_mode() = 0;
    virtual Fmi terminate() = 0;
    virtual Fmi reset() = 0;

    virtual Fmi get_reals(std::vector<std::uint32_t> const& references, std::vector<double>& values) = 0;
    virtual Fmi set_real(std::uint32_t reference, double value) = 0;
    virtual Fmi get_integer(std::uint32_t reference, int& value) = 0;  // and enumerations
    virtual Fmi set_integer(std::uint32_t reference, int value) = 0;
    virtual Fmi get_boolean(std::uint32_t reference, bool& value) = 0;
    virtual Fmi set_boolean(std::uint32_t reference, bool value) = 0;
    virtual Fmi get_text(std::uint32_t reference, std::string& value) = 0;
    virtual Fmi set_text(std::uint32_t reference, std::string const& value) = 0;

    virtual Fmi set_time(double time) = 0;
    virtual Fmi set_states(std::vector<double> const& states) = 0;
    virtual Fmi get_states(std::vector<double>& states) = 0;
    virtual Fmi get_derivatives(std::vector<double>& derivatives) = 0;
    virtual Fmi get_indicators(std::vector<double>& indicators) = 0;
    virtual Fmi get_nominals(std::vector<double>& nominals) = 0;
    virtual Fmi completed_step(bool& enter_event_mode, bool& terminates) = 0;

    virtual Fmi do_step(double current, double size, Step& step) = 0;

    virtual Fmi get_state(void** state) = 0;
    virtual Fmi set_state(void* state) = 0;
    virtual Fmi free_state(void** state) = 0;
    virtual Fmi serialize(void* state, std::vector<char>& bytes) = 0;
    virtual Fmi deserialize(std::vector<char> const& bytes, void** state) = 0;

    virtual Fmi directional(std::vector<std::uint32_t> const& unknowns, std::vector<std::uint32_t> const& knowns,
                            std::vector<double> const& seed, std::vector<double>& sensitivity) = 0;

    // The instance as C sees it.
    [[nodiscard]] void* handle() const { return handle_; }
    [[nodiscard]] std::vector<LogEntry> const& log() const { return log_; }
    void clear_log() { log_.clear(); }
    [[nodiscard]] bool said(std::string const& part) const;

    void* handle_ = nullptr;
    std::vector<LogEntry> log_;
    StepOptions options_;
};

// A shared library and the table of its variables.
class Library {
public:
    Library(std::string const& model, int version);
    ~Library();
    Library(Library const&) = delete;
    Library& operator=(Library const&) = delete;

    [[nodiscard]] int version() const { return version_; }
    [[nodiscard]] MooFmu const& fmu() const { return *fmu_; }
    [[nodiscard]] void* symbol(char const* name) const;
    // Value reference of a variable; fails the test if there is none.
    [[nodiscard]] std::uint32_t operator[](std::string const& name) const;
    // Null if the FMU does not want to.
    [[nodiscard]] std::unique_ptr<Api> instantiate(Kind kind, StepOptions const& options = {},
                                                   std::string const& token = "") const;

private:
    int version_;
    void* handle_;
    MooFmu const* fmu_ = nullptr;
};

[[nodiscard]] std::unique_ptr<Api> instantiate2(Library const& library, Kind kind, std::string const& token);
[[nodiscard]] std::unique_ptr<Api> instantiate3(Library const& library, Kind kind, StepOptions const& options,
                                                std::string const& token);

// A function of the library with the type of its declaration.
#define MOO_FMI_FUNCTION(library, name) (reinterpret_cast<decltype(&::name)>((library).symbol(#name)))

}  // namespace moo::test
