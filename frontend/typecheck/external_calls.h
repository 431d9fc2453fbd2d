// Calls external functions during translation.
#pragma once

#include <set>
#include <unordered_map>

#include "frontend/typecheck/c_values.h"
#include "moo/base/diagnostics.h"
#include "moo/evaluate/interpret_function.h"
#include "moo/external/load_external.h"
#include "moo/external/modelica_utilities.h"
#include "moo/trust/external_trust.h"

namespace moo {

// Passes values to C and FORTRAN 77 functions and receives their results. Keeps the external objects that were
// constructed, and destroys each of them once, the last ones when it is itself destroyed.
class ExternalCaller {
public:
    ExternalCaller(ExprStore const& store, Interner& interner, Diagnostics& diagnostics, ExternalTrust& trust);
    ~ExternalCaller();
    ExternalCaller(ExternalCaller const&) = delete;
    ExternalCaller& operator=(ExternalCaller const&) = delete;

    ExternalResult call(FlatFunction const& function, std::span<Value const> arguments);
    // Destroys an external object.
    void release(Value const& object);
    // The function that destroys objects of this type; null if there is none.
    std::function<FlatFunction const*(TypeId)> find_destructor;

private:
    // How one argument is passed.
    struct Passing {
        TypeId type;
        bool is_output = false;  // written to by the function
        bool is_size = false;    // size(…), which is a size_t in C
        CKind kind = CKind::none;
    };
    // What is known about a function after its first call.
    struct Prepared {
        std::vector<Passing> arguments;
        TypeId result;  // none for a procedure
        ExternalLanguage language = ExternalLanguage::c;
        LoadedExternal loaded;
        std::string error;
    };
    // The memory of one argument.
    struct Slot {
        void* value = nullptr;  // what is passed to the function
        void* data = nullptr;   // what it may write to
    };

    Prepared& prepare(FlatFunction const& function);
    void describe(FlatFunction const& function, Prepared& prepared);
    Passing describe_argument(FlatFunction const& function, ExprId argument, Prepared& prepared, CValues& memory);
    Slot fill(Passing const& passing, Value const& value, Prepared const& prepared, CValues& memory);
    ExternalResult run(FlatFunction const& function, Prepared& prepared, std::span<Value const> arguments);
    void listen();
    void report(std::string_view text, bool is_warning);

    ExprStore const& store_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    ExternalTrust& trust_;
    ExternalLoader loader_;
    std::unordered_map<Symbol, Prepared> prepared_;
    CObjects objects_;
    std::vector<TypeId> object_types_;  // by the number of the object
    FlatFunction const* running_ = nullptr;
    std::set<std::string> reported_;
    bool is_listening_ = false;
    UtilityOutput output_before_;
};

}  // namespace moo
