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
    by_time,     // the author of a derivative annotation knows how arguments change in time
    by_unknown,  // for a Jacobian
};

// Finds derivatives of calls; generated functions are appended to `functions`.
//
// With respect to time, the first derivative annotation whose conditions hold is used, otherwise a generated tangent.
// With respect to an unknown, an annotation must not leave out an argument that changes (noDerivative), because what it
// assumes about that argument may only hold for derivatives with respect to time. It may do so if the argument is a
// call of other arguments only, as in f(x, g(x)): then it changes together with these, whatever the reason. The same
// holds inside generated functions.
//
// A tangent is generated once for each set of changing inputs, `_tangent(f; x, y)`. Its inputs are the inputs of f and
// their derivatives; inputs that do not change have none. Recursive functions have recursive tangents.
class FunctionDerivatives {
public:
    FunctionDerivatives(ExprStore& store, Interner& interner, std::vector<FlatFunction>& functions);

    // The derivative of the call, given the derivatives of its arguments; a literal zero stands for a vanishing
    // derivative of any shape. None if there is no derivative. The derivative of a call with several results is a call
    // or tuple of those that contain Reals, in their order. Derivatives of records are records of the same type.
    ExprId of_call(ExprId call, std::span<ExprId const> argument_derivatives, DerivativePurpose purpose);
    // The reason why `of_call` returned none for this call, which is the culprit of a Derivative; null if it did not.
    [[nodiscard]] DerivativeObstacle const* obstacle(ExprId call) const;
    // The obstacle in words, "`f` has no derivative: …"; empty if there is none.
    [[nodiscard]] std::string obstacle_text(ExprId call) const;

    // The same derivatives, including those of calls. This object must outlive the result.
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
        // First with annotations that hold with respect to any unknown; if that fails, with those that hold only with
        // respect to time.
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
    std::vector<TangentKey> generated_;         // in the order of `functions_`, after those of the model
    std::unordered_set<ExprId> derived_calls_;  // made by annotations
    DerivativeObstacle obstacle_;               // of the call that is being differentiated
    std::unordered_map<ExprId, DerivativeObstacle> obstacles_;
    int depth_ = 0;  // of functions whose tangents are being generated
};

}  // namespace moo
