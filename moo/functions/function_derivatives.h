// Derivatives of calls of functions: by the annotations of the function, or by generated functions.
#pragma once

#include <map>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "moo/functions/derivative_annotation.h"
#include "moo/functions/tangent.h"

namespace moo {

enum class DerivativePurpose : std::uint8_t {
    by_time,     // what the arguments do in time is known to the author of a derivative annotation
    by_unknown,  // for a Jacobian
};

// Finds derivatives of calls; generated functions are appended to `functions`.
//
// By time, the first derivative annotation whose conditions hold is taken, otherwise a generated tangent. By an
// unknown, an annotation must not leave out an argument that moves (noDerivative), because what is assumed of that
// argument may hold in time only. It may if the argument is a call that takes nothing but other arguments,
// as in f(x, g(x)): then it moves with these, whatever they move by. The same holds inside generated functions.
//
// A tangent is generated once for each set of moving inputs, `_tangent(f; x, y)`. It has the inputs of f and their
// derivatives; inputs that rest have none. Functions that call each other have tangents that do.
class FunctionDerivatives {
public:
    FunctionDerivatives(ExprStore& store, Interner& interner, std::vector<FlatFunction>& functions);

    // The derivative of the call, given those of its arguments; a literal zero stands for a derivative that vanishes,
    // whatever its shape. None if there is none. The derivative of a call with several results is a call or tuple of
    // those that contain Reals, in their order. Derivatives of records are records of the same type.
    ExprId of_call(ExprId call, std::span<ExprId const> argument_derivatives, DerivativePurpose purpose);
    // Why `of_call` gave none for this call, the culprit of a Derivative; null if it did not.
    [[nodiscard]] DerivativeObstacle const* obstacle(ExprId call) const;
    // The obstacle in words, "`f` has no derivative: …"; empty if there is none.
    [[nodiscard]] std::string obstacle_text(ExprId call) const;

    // The same derivatives, of calls too. This object must outlive the result.
    [[nodiscard]] LeafDerivative with_calls(LeafDerivative leaf);

private:
    struct Call {
        ExprId expr;
        FlatFunction const* function;
        std::vector<ExprId> arguments;
        std::span<ExprId const> derivatives;
    };
    enum class Progress : std::uint8_t { none, open, done, failed };
    struct Tangent {
        Symbol name;
        // With annotations that hold by any unknown; and if that fails, by time only.
        Progress exact = Progress::none;
        Progress by_time = Progress::none;
        DerivativeObstacle obstacle;
    };
    using TangentKey = std::pair<Symbol, std::vector<std::size_t>>;

    ExprId of_inner_call(ExprId call, std::span<ExprId const> derivatives, DerivativePurpose purpose);
    ExprId find(Call const& call, DerivativePurpose purpose);
    ExprId by_annotation(Call const& call, DerivativePurpose purpose);
    ExprId annotated_call(Call const& call, FlatDerivative const& annotation, AnnotatedDerivative const& read);
    [[nodiscard]] bool conditions_hold(Call const& call, AnnotatedDerivative const& read, DerivativePurpose purpose);
    [[nodiscard]] bool is_derivative_call(Call const& call, AnnotatedDerivative const& read);
    [[nodiscard]] bool moves_with_others(Call const& call, std::size_t argument, AnnotatedDerivative const& read);
    ExprId by_tangent(Call const& call, DerivativePurpose purpose);
    bool have_tangent(Call const& call, std::vector<std::size_t> const& seeds, Tangent& tangent,
                      DerivativePurpose purpose);
    bool generate(Call const& call, std::vector<std::size_t> const& seeds, Tangent& tangent, DerivativePurpose purpose);
    Symbol tangent_name(FlatFunction const& function, std::vector<std::size_t> const& seeds);
    ExprId seed(ExprId argument, ExprId derivative);
    ExprId spread(ExprId value);
    bool fail(FlatFunction const& function, std::string reason);

    ExprStore& store_;
    Interner& interner_;
    FunctionList functions_;
    std::map<TangentKey, Tangent> tangents_;
    std::vector<TangentKey> generated_;         // in the order of `functions_`, behind those of the model
    std::unordered_set<ExprId> derived_calls_;  // made by annotations
    DerivativeObstacle obstacle_;               // of the call that is being differentiated
    std::unordered_map<ExprId, DerivativeObstacle> obstacles_;
    int depth_ = 0;  // of functions whose tangents are being generated
};

}  // namespace moo
