#include "moo/functions/derivative_annotation.h"

#include <algorithm>

#include "moo/expr/type_rules.h"
#include "moo/functions/derivative_record.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view, std::string_view> unusable{
    DiagnosticKind::DerivativeAnnotation, "`{}` is not used as a derivative of `{}`: {}"};

class AnnotationReader {
public:
    AnnotationReader(TypeTable const& types, Interner const& interner, FunctionList& functions,
                     FlatFunction const& function, FlatDerivative const& annotation)
        : types_(types), interner_(interner), functions_(functions), function_(function), annotation_(annotation) {}

    AnnotatedDerivative read() {
        FlatFunction const* const derivative = functions_.find(annotation_.function);
        if (derivative == nullptr) {
            fault("there is no such function");
        } else if (annotation_.order < 1) {
            fault("its order is less than 1");
        } else if (derivative->purity == FlatPurity::impure) {
            fault("it is impure");
        } else if (find_group() && place(annotation_.zero_derivative, result_.must_rest) &&
                   place(annotation_.no_derivative, result_.left_out) && common_inputs(*derivative) &&
                   seeds(*derivative)) {
            results(*derivative);
        }
        return std::move(result_);
    }

private:
    bool fault(std::string reason) {
        result_.fault = std::move(reason);
        return false;
    }
    [[nodiscard]] std::string quoted(Symbol name) const { return std::string("`").append(interner_.text(name)) + "`"; }
    [[nodiscard]] FunctionVariable const& input(std::size_t i) const { return function_.variables[inputs_[i]]; }

    // The derivatives that are passed are those of the inputs; where the function is a derivative already, of its
    // inputs of the highest order.
    bool find_group() {
        if (annotation_.order == 1) return true;
        for (FlatFunction const& other : functions_.all()) {
            for (FlatDerivative const& one : other.derivatives) {
                if (one.function != function_.name || one.order != annotation_.order - 1) continue;
                result_.derived_from = &other;
                result_.derived_by = &one;
                first_seed_ = variables_with(other, FunctionRole::input).size();
                return true;
            }
        }
        return fault("its order is " + std::to_string(annotation_.order) + ", but " + quoted(function_.name) +
                     " is not a derivative of order " + std::to_string(annotation_.order - 1));
    }

    bool place(std::vector<Symbol> const& names, std::vector<std::size_t>& places) {
        for (Symbol const name : names) {
            auto const found = std::find_if(inputs_.begin(), inputs_.end(),
                                            [&](std::size_t i) { return function_.variables[i].name == name; });
            if (found == inputs_.end()) return fault(quoted(function_.name) + " has no input " + quoted(name));
            places.push_back(static_cast<std::size_t>(found - inputs_.begin()));
        }
        return true;
    }

    // Other names are forgiven, unless they show that the order is another one.
    bool common_inputs(FlatFunction const& derivative) {
        given_ = variables_with(derivative, FunctionRole::input);
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            if (i == given_.size()) return fault("it has no input " + quoted(input(i).name));
            FunctionVariable const& common = derivative.variables[given_[i]];
            bool const is_other =
                common.name != input(i).name && std::any_of(inputs_.begin(), inputs_.end(), [&](std::size_t other) {
                    return function_.variables[other].name == common.name;
                });
            if (is_other) return fault("its inputs are in another order");
            if (!is_same_type(input(i).type, common.type)) {
                return fault("its input " + quoted(common.name) + " has another type than in " +
                             quoted(function_.name));
            }
        }
        return true;
    }

    [[nodiscard]] bool is_same_type(TypeId a, TypeId b) const {
        TypeKind const kind = types_.kind(types_.element(a));
        if (kind == TypeKind::record) {
            return types_.rank(a) == types_.rank(b) && types_.kind(types_.element(b)) == kind &&
                   types_.name(types_.element(a)) == types_.name(types_.element(b));
        }
        return is_derivative_type(types_, a, b);
    }

    bool seeds(FlatFunction const& derivative) {
        std::size_t at = inputs_.size();
        for (std::size_t i = first_seed_; i < inputs_.size(); ++i) {
            if (!contains_real(types_, input(i).type) || holds(result_.must_rest, i) || holds(result_.left_out, i)) {
                continue;
            }
            if (at == given_.size()) return fault("it has no input for the derivative of " + quoted(input(i).name));
            FunctionVariable const& seed = derivative.variables[given_[at++]];
            if (!is_derivative_type(types_, input(i).type, seed.type)) {
                return fault("its input " + quoted(seed.name) + " cannot store the derivative of " +
                             quoted(input(i).name));
            }
            result_.seeds.push_back(i);
            result_.seed_types.push_back(seed.type);
        }
        if (at == given_.size()) return true;
        return fault("its input " + quoted(derivative.variables[given_[at]].name) + " is the derivative of nothing");
    }

    bool results(FlatFunction const& derivative) {
        std::vector<std::size_t> const given = variables_with(derivative, FunctionRole::output);
        std::size_t at = 0;
        for (std::size_t const place : variables_with(function_, FunctionRole::output)) {
            FunctionVariable const& original = function_.variables[place];
            if (!contains_real(types_, original.type)) continue;
            if (at == given.size()) return fault("it has no output for the derivative of " + quoted(original.name));
            FunctionVariable const& result = derivative.variables[given[at++]];
            if (!is_derivative_type(types_, original.type, result.type)) {
                return fault("its output " + quoted(result.name) + " cannot store the derivative of " +
                             quoted(original.name));
            }
            result_.result_types.push_back(result.type);
        }
        if (at == 0) return fault(quoted(function_.name) + " has no output with Reals");
        if (at == given.size()) return true;
        return fault("its output " + quoted(derivative.variables[given[at]].name) + " is the derivative of nothing");
    }

    static bool holds(std::vector<std::size_t> const& places, std::size_t place) {
        return std::find(places.begin(), places.end(), place) != places.end();
    }

    TypeTable const& types_;
    Interner const& interner_;
    FunctionList& functions_;
    FlatFunction const& function_;
    FlatDerivative const& annotation_;
    std::vector<std::size_t> inputs_ = variables_with(function_, FunctionRole::input);
    std::vector<std::size_t> given_;  // the inputs of the derivative function
    std::size_t first_seed_ = 0;
    AnnotatedDerivative result_;
};

}  // namespace

AnnotatedDerivative read_derivative(TypeTable const& types, Interner const& interner, FunctionList& functions,
                                    FlatFunction const& function, FlatDerivative const& annotation) {
    return AnnotationReader(types, interner, functions, function, annotation).read();
}

void check_derivative_annotations(FlatModel& model, Interner const& interner, Diagnostics& diagnostics) {
    FunctionList functions(model.functions);
    for (FlatFunction const& function : functions.all()) {
        for (FlatDerivative const& annotation : function.derivatives) {
            AnnotatedDerivative const read =
                read_derivative(model.exprs.types(), interner, functions, function, annotation);
            if (read.fault.empty()) continue;
            diagnostics.warning(function.source, unusable, interner.text(annotation.function),
                                interner.text(function.name), read.fault);
        }
    }
}

}  // namespace moo
