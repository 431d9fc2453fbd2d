// One variable for those that are always equal.
//
// Models are built by connecting components, and each connection says that two variables are equal or that two currents
// add up to zero. Such equations compute nothing. They are also a large part of a model: in 409 examples of the
// Modelica Standard Library, 213,409 of 402,788 variables, parameters included, equal another one or have a literal
// value. Without them the system is smaller, loops are shorter, and a user who looks at the equations sees what
// happens.
//
// As a graph: variables are nodes, and an equation `a = b`, `a + b = 0` or `a = 3` is an edge between two nodes or
// gives a node its value. The connected components are classes of variables that are equal up to the sign. Disjoint
// sets that remember a sign for each member (signed_classes.h) find them in nearly linear time. One member of each
// class stays and represents the others.
//
// Whether an equation is simple depends on what is known already. `a + b + c = 0` joins a and b as soon as c turns out
// to be zero. So the candidates, which are sums of up to twelve variables and numbers, are gone through until nothing
// changes. A candidate is judged by the classes of its variables. No equation is rewritten before the end, because
// rewriting after each find would cost the size of the model every time. Where `v = der(x)` and `w = der(y)` and x
// equals y, v equals w as well; this is looked at in each round.
//
// Not everything that is equal may be joined:
//
// - A variable that gets its value from elsewhere (a parameter, an input, the target of a when-clause) is an anchor and
//   always stays. Two anchors are never joined: the equation between them is a condition, which has to be reported.
// - A variable that is differentiated or set by `reinit` must not be joined with one that jumps at events or gets its
//   value from outside.
//
// The member that stays is the one that the user cares for most: by `stateSelect`, a fixed start value, a start value,
// being an output, and being near the top of the model, in this order. It takes over the attributes of the others, with
// their sign. A second fixed start value becomes an initial equation, so that a contradiction is noticed and not lost.

#include "moo/passes/eliminate_aliases.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "moo/expr/free_variables.h"
#include "moo/expr/simplify.h"
#include "moo/passes/alias_reasons.h"
#include "moo/passes/replace_variables.h"
#include "moo/passes/rewrite_system.h"
#include "moo/passes/signed_classes.h"

namespace moo {

namespace {

// A longer sum is not a candidate: too many of its terms would have to vanish.
constexpr std::size_t longest_sum = 12;
// Each round takes time in proportion to the remaining candidates; models need three or four.
constexpr int most_rounds = 20;

// An equation that is a sum of variables, negatives of variables and numbers.
struct Candidate {
    struct Term {
        VarId variable;
        bool is_negated;
    };
    std::size_t equation;
    std::vector<Term> terms;
    ExprId literal;  // a literal that is not a number, such as `true`
    double constant = 0.0;
    bool is_used = false;
};

// An equation `variable = der(of)`, or with a minus.
struct DerivativeName {
    std::size_t equation;
    VarId variable;
    VarId of;
    bool is_negated;
    bool is_used = false;
};

// What a class of equal variables contains, by its root.
struct ClassFacts {
    VarId anchor;            // a variable that gets its value from elsewhere: parameter, input, target of a when-clause
    ExprId value;            // a literal, for the root
    bool moves = false;      // the derivative of a member is used
    bool jumps = false;      // a member is discrete
    bool is_reinit = false;  // a member is set by reinit
};

class AliasElimination {
public:
    explicit AliasElimination(System& system)
        : system_(system),
          exprs_(system.exprs()),
          variables_(system.document.variables),
          classes_(static_cast<std::uint32_t>(system.document.variables.size())),
          facts_(system.document.variables.size()),
          reasons_(system.document.variables.size()) {}

    void run() {
        find_anchors();
        collect_candidates();
        join_classes();
        if (eliminated_equations_ == 0) return;
        VariableReplacement replacement(exprs_, variables_);
        choose_representatives(replacement);
        remove_used_equations();
        for (SystemEquation& equation : system_.equations) {
            equation.written_lhs = equation.lhs;
            equation.written_rhs = equation.rhs;
        }
        Simplifier& simplifier = system_.simplifier();
        rewrite_system(system_, [&](ExprId expr) {
            ExprId const replaced = replacement.apply(expr);
            return replaced == expr ? expr : simplifier.simplify(replaced);
        });
    }

private:
    // ---- what the variables are ----

    void find_anchors() {
        for (VarId const id : variables_.ids()) {
            Variable const& variable = variables_[id];
            if (variable.is_parameter() || variable.causality == Causality::input) facts_[id.index()].anchor = id;
            facts_[id.index()].jumps = system_.is_discrete(id);
        }
        for (InstantEquation const& instant : system_.instants) {
            VarId const target = exprs_.referenced_variable(instant.target);
            if (instant.is_reinit) {
                facts_[target.index()].is_reinit = true;
            } else {
                facts_[target.index()].anchor = target;
            }
        }
        FreeVariables walk(exprs_);
        auto const find_derivatives = [&](ExprId expr) {
            if (!exprs_.has_der(expr)) return;
            for (VariableUse const& use : walk.uses(expr)) {
                if (use.occurrence == Occurrence::derivative) facts_[use.variable.index()].moves = true;
            }
        };
        rewrite_system(system_, [&](ExprId expr) {
            find_derivatives(expr);
            return expr;
        });
    }

    // ---- simple equations ----

    void collect_candidates() {
        for (std::size_t i = 0; i < system_.equations.size(); ++i) {
            SystemEquation const& equation = system_.equations[i];
            Candidate candidate{i, {}, {}, 0.0, false};
            if (collect(equation, candidate)) {
                candidates_.push_back(std::move(candidate));
            } else {
                collect_derivative(i);
            }
        }
    }

    void collect_derivative(std::size_t index) {
        SystemEquation const& equation = system_.equations[index];
        for (auto const& [name, value] : {std::pair(equation.lhs, equation.rhs), {equation.rhs, equation.lhs}}) {
            bool const is_negated = exprs_.kind(value) == ExprKind::neg;
            ExprId const derivative = is_negated ? exprs_.operand(value, 0) : value;
            if (exprs_.kind(name) != ExprKind::variable || exprs_.kind(derivative) != ExprKind::der) continue;
            if (exprs_.kind(exprs_.operand(derivative, 0)) != ExprKind::variable) continue;
            derivative_names_.push_back(
                {index, exprs_.variable_of(name), exprs_.referenced_variable(derivative), is_negated});
            return;
        }
    }

    [[nodiscard]] bool is_number_type(TypeId type) const { return type == types::real || type == types::integer; }

    bool collect(SystemEquation const& equation, Candidate& candidate) {
        if (!is_number_type(exprs_.type(equation.lhs)) || !is_number_type(exprs_.type(equation.rhs))) {
            return add_side(equation.lhs, candidate) && add_side(equation.rhs, candidate) && !candidate.terms.empty();
        }
        stack_.assign({{equation.rhs, true}, {equation.lhs, false}});
        while (!stack_.empty()) {
            auto const [id, is_negated] = stack_.back();
            stack_.pop_back();
            ExprKind const kind = exprs_.kind(id);
            if (kind == ExprKind::real || kind == ExprKind::integer) {
                candidate.constant += is_negated ? -exprs_.number_value(id) : exprs_.number_value(id);
            } else if (kind == ExprKind::variable) {
                if (candidate.terms.size() == longest_sum) return false;
                candidate.terms.push_back({exprs_.variable_of(id), is_negated});
            } else if (kind == ExprKind::neg) {
                stack_.push_back({exprs_.operand(id, 0), !is_negated});
            } else if (kind == ExprKind::add || kind == ExprKind::sub) {
                stack_.push_back({exprs_.operand(id, 1), is_negated != (kind == ExprKind::sub)});
                stack_.push_back({exprs_.operand(id, 0), is_negated});
            } else {
                return false;
            }
        }
        return !candidate.terms.empty();
    }

    // For an equation between values that cannot be added: one side is a variable, the other a variable or a literal.
    bool add_side(ExprId side, Candidate& candidate) {
        if (exprs_.kind(side) == ExprKind::variable) {
            candidate.terms.push_back({exprs_.variable_of(side), !candidate.terms.empty()});
            return true;
        }
        ExprKind const kind = exprs_.kind(side);
        if (kind != ExprKind::boolean && kind != ExprKind::enumeration && kind != ExprKind::string) return false;
        candidate.literal = side;
        return true;
    }

    void join_classes() {
        bool has_changed = true;
        for (int round = 0; has_changed && round < most_rounds; ++round) {
            has_changed = false;
            for (Candidate& candidate : candidates_) {
                if (candidate.is_used || !use(candidate)) continue;
                candidate.is_used = true;
                ++eliminated_equations_;
                has_changed = true;
            }
            has_changed = join_derivatives() || has_changed;
        }
    }

    // v = der(x) and w = der(y): if x and y are equal, so are v and w.
    bool join_derivatives() {
        bool has_changed = false;
        std::unordered_map<std::uint32_t, DerivativeName const*> first_of;  // by root
        for (DerivativeName& each : derivative_names_) {
            if (each.is_used) continue;
            auto const [first, is_new] = first_of.try_emplace(root_of(each.of), &each);
            if (is_new) continue;
            SignedClasses::Place const a = signed_place(*first->second);
            SignedClasses::Place b = signed_place(each);
            if (a.root == b.root || facts_[a.root].value || facts_[b.root].value) continue;
            b.is_negated = !b.is_negated;
            if (!join(a, b)) continue;
            reasons_.add_join(first->second->variable, each.variable, static_cast<std::uint32_t>(each.equation));
            each.is_used = true;
            ++eliminated_equations_;
            has_changed = true;
        }
        return has_changed;
    }

    [[nodiscard]] std::uint32_t root_of(VarId id) { return classes_.find(static_cast<std::uint32_t>(id.index())).root; }

    // The named variable, with the sign that makes it the derivative of the root.
    [[nodiscard]] SignedClasses::Place signed_place(DerivativeName const& name) {
        SignedClasses::Place place = classes_.find(static_cast<std::uint32_t>(name.variable.index()));
        bool const is_negated = classes_.find(static_cast<std::uint32_t>(name.of.index())).is_negated;
        place.is_negated = (place.is_negated != is_negated) != name.is_negated;
        return place;
    }

    // Whether the equation only says that two classes are equal, or that one has a value; if so, uses it.
    bool use(Candidate const& candidate) {
        // The terms that remain after known values are inserted: at most two different classes, each once.
        struct Left {
            SignedClasses::Place place;
            VarId variable;
            int count;
        };
        std::array<Left, 2> left{};
        std::size_t left_count = 0;
        double constant = candidate.constant;
        ExprId literal = candidate.literal;
        for (auto const [variable, is_negated] : candidate.terms) {
            SignedClasses::Place place = classes_.find(static_cast<std::uint32_t>(variable.index()));
            if (ExprId const value = facts_[place.root].value) {
                if (!exprs_.is_number(value)) {
                    if (literal) return false;
                    literal = value;
                    continue;
                }
                double const number = exprs_.number_value(value);
                constant += place.is_negated != is_negated ? -number : number;
                continue;
            }
            place.is_negated = place.is_negated != is_negated;
            auto const same = std::find_if(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(left_count),
                                           [&](Left const& each) { return each.place.root == place.root; });
            if (same != left.begin() + static_cast<std::ptrdiff_t>(left_count)) {
                same->count += same->place.is_negated == place.is_negated ? 1 : -1;
                continue;
            }
            if (left_count == left.size()) return false;
            left[left_count++] = {place, variable, 1};
        }
        if (left_count == 2 && (left[0].count != 1 || left[1].count != 1)) return false;
        auto const equation = static_cast<std::uint32_t>(candidate.equation);
        if (left_count == 2) {
            if (constant != 0.0 || literal || !join(left[0].place, left[1].place)) return false;
            reasons_.add_join(left[0].variable, left[1].variable, equation);
            return true;
        }
        // `a = a` contains no information; keep it, so that it is reported.
        if (left_count != 1 || left[0].count == 0) return false;
        if (!give_value(left[0].place, -constant / left[0].count, literal)) return false;
        reasons_.add_value(left[0].variable, equation);
        return true;
    }

    bool join(SignedClasses::Place a, SignedClasses::Place b) {
        ClassFacts& first = facts_[a.root];
        ClassFacts& second = facts_[b.root];
        TypeId const type = variables_[VarId(a.root)].type;
        if (type != variables_[VarId(b.root)].type) return false;
        if (first.anchor && second.anchor) return false;
        VarId const anchor = first.anchor ? first.anchor : second.anchor;
        bool const moves = first.moves || second.moves;
        bool const jumps = first.jumps || second.jumps;
        bool const is_reinit = first.is_reinit || second.is_reinit;
        // The user should be told if a variable that jumps is differentiated or set by reinit.
        if (jumps && (moves || is_reinit)) return false;
        // A variable with its value from elsewhere has no derivative, except parameters, whose derivative is zero.
        if (anchor && (is_reinit || (moves && !variables_[anchor].is_parameter()))) return false;
        // a + b = 0 has both on one side: a = -b.
        bool const is_negated = a.is_negated == b.is_negated;
        bool const is_numeric = is_number_type(type);
        if (!is_numeric && is_negated) return false;
        SignedClasses::Place const place_a{a.root, false};
        SignedClasses::Place const place_b{b.root, false};
        std::uint32_t const root = classes_.join(place_a, place_b, is_negated);
        facts_[root] = {anchor, {}, moves, jumps, is_reinit};
        return true;
    }

    bool give_value(SignedClasses::Place place, double number, ExprId literal) {
        ClassFacts& facts = facts_[place.root];
        if (facts.anchor || facts.is_reinit) return false;
        TypeId const type = variables_[VarId(place.root)].type;
        if (literal) {
            if (exprs_.type(literal) != type) return false;
            facts.value = literal;
        } else if (type == types::real) {
            facts.value = exprs_.real(place.is_negated ? -number : number);
        } else if (type == types::integer && number == std::floor(number)) {
            facts.value = exprs_.integer(static_cast<std::int64_t>(place.is_negated ? -number : number));
        } else {
            return false;
        }
        return true;
    }

    // ---- which member stays ----

    // Compared in this order; higher is better.
    struct Rank {
        int preference;  // stateSelect: the user wants to choose
        bool is_fixed;   // its start value holds
        bool has_start;
        bool is_output;
        int depth;  // users look for names near the top of the model
        friend auto operator<=>(Rank const&, Rank const&) = default;
    };

    [[nodiscard]] int state_select(Variable const& variable) const {
        constexpr int standard = 3;
        ExprId const attribute = variable.attribute(Attribute::state_select);
        if (!attribute || exprs_.kind(attribute) != ExprKind::enumeration) return standard;
        return static_cast<int>(exprs_.enumeration_ordinal(attribute));
    }

    [[nodiscard]] Rank rank_of(VarId id) const {
        Variable const& variable = variables_[id];
        std::string_view const name = system_.name_of(id);
        return {state_select(variable), variable.is_fixed(exprs_), variable.attribute(Attribute::start).has_value(),
                variable.causality == Causality::output, -static_cast<int>(std::count(name.begin(), name.end(), '.'))};
    }

    void choose_representatives(VariableReplacement& replacement) {
        Store<VarId, VarId> best(variables_.size());  // by root
        for (VarId const id : variables_.ids()) {
            std::uint32_t const root = classes_.find(static_cast<std::uint32_t>(id.index())).root;
            if (classes_.size_of(root) == 1) continue;
            VarId& leader = best[VarId(root)];
            if (facts_[root].anchor) {
                leader = facts_[root].anchor;
            } else if (!leader || rank_of(leader) < rank_of(id)) {
                leader = id;
            }
        }
        std::vector<VarId> staying;
        for (VarId const id : variables_.ids()) {
            std::uint32_t const root = root_of(id);
            if (best[VarId(root)] == id && !facts_[root].value) staying.push_back(id);
        }
        reasons_.find(staying);
        for (VarId const id : variables_.ids()) {
            auto const place = classes_.find(static_cast<std::uint32_t>(id.index()));
            ClassFacts const& facts = facts_[place.root];
            if (facts.value) {
                ExprId const value = place.is_negated ? exprs_.neg(facts.value) : facts.value;
                replacement.set(id, value);
                system_.document.recovered.push_back({id, value, reason_of(id)});
                system_.set_elsewhere(id);
                keep_start(id, value);
                continue;
            }
            VarId const leader = best[VarId(place.root)];
            if (!leader || leader == id) continue;
            auto const leader_place = classes_.find(static_cast<std::uint32_t>(leader.index()));
            bool const is_negated = place.is_negated != leader_place.is_negated;
            ExprId const reference = system_.reference(leader);
            replacement.set(id, is_negated ? exprs_.neg(reference) : reference);
            system_.document.aliases.push_back({id, leader, is_negated, reason_of(id)});
            system_.set_elsewhere(id);
            hand_over_attributes(id, leader, is_negated);
        }
        system_.alias_towards = reasons_.take_paths();
    }

    // The equation that determines the variable; it has not been removed yet.
    [[nodiscard]] Provenance const& reason_of(VarId id) const { return system_.equations[reasons_.of(id)].provenance; }

    // ---- attributes ----

    // The start value of a variable with its value from elsewhere holds too. For a variable that changes at events, the
    // fixed start value is that of its past (Modelica 3.6, section 8.6).
    [[nodiscard]] bool starts_in_the_past(VarId id) const {
        return exprs_.types().kind(variables_[id].type) != TypeKind::real || system_.is_discrete(id);
    }

    void keep_start(VarId id, ExprId value) {
        Variable const& variable = variables_[id];
        if (starts_in_the_past(id)) return;
        ExprId const start = variable.attribute(Attribute::start);
        if (!variable.is_fixed(exprs_) || !start || start == value) return;
        system_.initial_equations.push_back({value, start, variable.provenance(ProvenanceKind::fixed_start)});
    }

    ExprId with_sign(ExprId value, bool is_negated) { return is_negated && value ? exprs_.neg(value) : value; }

    void hand_over_attributes(VarId from_id, VarId to_id, bool is_negated) {
        Variable const& from = variables_[from_id];
        Variable& to = variables_[to_id];
        if (to.is_parameter()) return keep_start(from_id, system_.reference(to_id));
        // `y = floor(x)`: a variable that equals one that changes at events changes at events too.
        if (from.variability == Variability::discrete) to.variability = Variability::discrete;
        auto const slot = [&](Attribute which) -> ExprId& { return to.attributes[static_cast<std::size_t>(which)]; };
        ExprId const start = with_sign(from.attribute(Attribute::start), is_negated);
        if (from.is_fixed(exprs_)) {
            if (!to.is_fixed(exprs_)) {
                slot(Attribute::start) = start;
                slot(Attribute::fixed) = exprs_.boolean(true);
            } else if (start != to.attribute(Attribute::start) && !starts_in_the_past(from_id)) {
                ExprId const value = start ? start : exprs_.real(0);
                system_.initial_equations.push_back(
                    {system_.reference(to_id), value, from.provenance(ProvenanceKind::fixed_start)});
            }
        } else if (start && !slot(Attribute::start)) {
            slot(Attribute::start) = start;
        }
        if (state_select(to) < state_select(from))
            slot(Attribute::state_select) = from.attribute(Attribute::state_select);
        if (!slot(Attribute::nominal)) slot(Attribute::nominal) = from.attribute(Attribute::nominal);
        // To choose the stricter bound we would need values; any bound that exists is valid.
        Attribute const lower = is_negated ? Attribute::max : Attribute::min;
        Attribute const upper = is_negated ? Attribute::min : Attribute::max;
        if (!slot(Attribute::min)) slot(Attribute::min) = with_sign(from.attribute(lower), is_negated);
        if (!slot(Attribute::max)) slot(Attribute::max) = with_sign(from.attribute(upper), is_negated);
    }

    void remove_used_equations() {
        std::vector<bool> is_used(system_.equations.size());
        for (Candidate const& candidate : candidates_) is_used[candidate.equation] = candidate.is_used;
        for (DerivativeName const& name : derivative_names_) is_used[name.equation] = name.is_used;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < system_.equations.size(); ++i) {
            if (is_used[i]) continue;
            if (kept != i) system_.equations[kept] = std::move(system_.equations[i]);
            ++kept;
        }
        system_.equations.resize(kept);
    }

    struct SignedExpr {
        ExprId expr;
        bool is_negated;
    };

    System& system_;
    ExprStore& exprs_;
    VariableStore& variables_;
    SignedClasses classes_;
    std::vector<ClassFacts> facts_;  // by root
    AliasReasons reasons_;
    std::vector<Candidate> candidates_;
    std::vector<DerivativeName> derivative_names_;
    std::vector<SignedExpr> stack_;
    std::size_t eliminated_equations_ = 0;
};

}  // namespace

bool eliminate_aliases(System& system, PassOptions const&, Diagnostics&) {
    AliasElimination(system).run();
    return true;
}

}  // namespace moo
