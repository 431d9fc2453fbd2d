#include "frontend/flatten/check_reference_level.h"

#include <string>
#include <unordered_set>

#include "frontend/flatten/literal_sums.h"
#include "moo/base/disjoint_sets.h"
#include "moo/check/counts.h"

namespace moo {

namespace {

constexpr Message<std::string_view> level_undetermined{DiagnosticKind::LevelUndetermined,
                                                       "nothing fixes the level of {}"};

using Sum = LiteralSums::Sum;
using Term = LiteralSums::Term;

// The connector that a variable is in, by itself or in a record.
Node const* connector_of(Component const& component) {
    Node const* node = component.parent;
    while (node != nullptr && node->is_record()) node = node->holder;
    bool const is_connector = node != nullptr && node->is_connector() && node->holder != nullptr;
    return is_connector ? node : nullptr;
}

// The component of the model that the connector is, or is in.
Component const* holder_of(Node const& connector) {
    Node const* node = &connector;
    while (node->holder->holder != nullptr) node = node->holder;
    return node->component;
}

class ReferenceLevels {
public:
    explicit ReferenceLevels(Elaborator const& elaborator) : e_(elaborator), model_(elaborator.model) {}

    void run() {
        list_potentials();
        if (potentials_.empty()) return;
        LiteralSums const sums(model_);
        is_removed_.resize(sums.equation_count(), false);
        remove_results(sums);
        groups_ = DisjointSets(sums.unknown_count());
        join_copies(sums);
        join_potentials(sums);
        report();
    }

private:
    struct Potential {
        VarId variable;
        Component const* holder;
    };

    // ---- potentials ----

    void list_potentials() {
        // By their definition, of which there are few. Most variables are next to another one of the same connector.
        std::unordered_set<ClassDef const*> with_flow;
        ClassDef const* last = nullptr;
        is_flow_.resize(model_.variables.size(), false);
        for (VarId const id : model_.listing) {
            Component const* const component = e_.components.component_of(id);
            // Variables that translation made belong to no connector.
            if (component == nullptr || component->flow != ast::FlowPrefix::flow) continue;
            is_flow_[id.index()] = true;
            Node const* const connector = connector_of(*component);
            if (connector != nullptr && connector->def != last) with_flow.insert(last = connector->def);
        }
        if (with_flow.empty()) return;
        is_potential_.resize(model_.variables.size(), false);
        for (VarId const id : model_.listing) {
            Component const* const component = e_.components.component_of(id);
            Node const* const connector =
                component != nullptr && is_level(*component) ? connector_of(*component) : nullptr;
            if (connector == nullptr) continue;
            if (connector->def != last && !with_flow.contains(connector->def)) continue;
            last = connector->def;
            Variable const& variable = model_.variables[id];
            if (variable.causality == Causality::input) continue;
            if (scalar_count(model_.exprs.types(), variable.type) == 0) continue;
            potentials_.push_back({id, holder_of(*connector)});
            is_potential_[id.index()] = true;
        }
    }

    static bool is_level(Component const& component) {
        return component.primitive == Primitive::real && component.flow == ast::FlowPrefix::none &&
               component.causality == ast::Causality::none && component.variability == Variability::continuous;
    }

    // Something connected to a public connector of the model itself may fix its level.
    static bool is_open(Potential const& potential) {
        return potential.holder->type->is_connector() && !potential.holder->is_protected;
    }

    // ---- results ----

    // A variable y that occurs only in y = f(…) has no influence. It is removed together with this equation, whether
    // the equation is invariant or not; the rest has solutions exactly where the whole has. So a measured potential,
    // and the power computed from it, do not fix a level.
    void remove_results(LiteralSums const& all) {
        std::vector<Sum> const& sums = all.sums();
        // How many terms each unknown has, and the exclusive or of the numbers of their sums: of the last one, its
        // number.
        struct Uses {
            std::uint32_t count = 0;
            std::uint32_t sums = 0;
        };
        std::vector<Uses> uses(all.unknown_count());
        std::vector<std::uint32_t> first_sum(all.equation_count() + 1, 0);
        for (std::uint32_t i = 0; i < sums.size(); ++i) {
            first_sum[sums[i].equation + 1] = i + 1;
            for (Term const& term : all.terms(sums[i])) {
                ++uses[term.unknown].count;
                uses[term.unknown].sums ^= i;
            }
        }
        for (std::size_t i = 1; i < first_sum.size(); ++i) first_sum[i] = std::max(first_sum[i], first_sum[i - 1]);
        std::vector<std::uint32_t> once;
        for (VarId const id : model_.listing) {
            if (uses[id.index()].count == 1) once.push_back(id.index());
        }
        while (!once.empty()) {
            std::uint32_t const unknown = once.back();
            once.pop_back();
            if (uses[unknown].count != 1) continue;
            Sum const& sum = sums[uses[unknown].sums];
            if (!sum.is_equation || !is_result(all, sum, unknown)) continue;
            is_removed_[sum.equation] = true;
            for (std::uint32_t i = first_sum[sum.equation]; i < first_sum[sum.equation + 1]; ++i) {
                for (Term const& term : all.terms(sums[i])) {
                    uses[term.unknown].sums ^= i;
                    if (--uses[term.unknown].count == 1) once.push_back(term.unknown);
                }
            }
        }
    }

    // Whether the equation can be solved for this unknown.
    bool is_result(LiteralSums const& all, Sum const& sum, std::uint32_t unknown) const {
        if (unknown >= is_potential_.size() || is_potential_[unknown]) return false;
        for (Term const& term : all.terms(sum)) {
            if (term.unknown != unknown) continue;
            TypeTable const& types = model_.exprs.types();
            TypeId const side = model_.exprs.type(model_.equations[sum.equation].a);
            return !term.is_element && term.coefficient != 0 &&
                   scalar_count(types, model_.variables[VarId(unknown)].type) == scalar_count(types, side);
        }
        return false;
    }

    // ---- groups ----

    // Flows do not change; neither do variables that are not copies of a potential.
    bool can_move(std::uint32_t unknown) const { return unknown >= is_flow_.size() || !is_flow_[unknown]; }

    // a - b + …: if nothing else is shifted, then both are or none.
    void join_copies(LiteralSums const& all) {
        for (Sum const& sum : all.sums()) {
            if (is_removed_[sum.equation]) continue;
            Term const* a = nullptr;
            Term const* b = nullptr;
            std::size_t count = 0;
            for (Term const& term : all.terms(sum)) {
                if (!can_move(term.unknown)) continue;
                (count == 0 ? a : b) = &term;
                ++count;
            }
            if (count == 2 && a->coefficient == -b->coefficient) groups_.join(a->unknown, b->unknown);
        }
    }

    // Potentials and their copies in one sum are shifted together, and cannot be if that changes the sum.
    void join_potentials(LiteralSums const& all) {
        std::vector<bool> is_shifted(all.unknown_count(), false);
        for (Potential const& potential : potentials_) is_shifted[groups_.find(potential.variable.index())] = true;
        for (std::uint32_t i = 0; i < all.unknown_count(); ++i) is_shifted[i] = is_shifted[groups_.find(i)];
        std::vector<std::uint32_t> fixed;
        for (Sum const& sum : all.sums()) {
            if (is_removed_[sum.equation]) continue;
            double total = 0;
            Term const* first = nullptr;
            for (Term const& term : all.terms(sum)) {
                if (!is_shifted[term.unknown]) continue;
                if (first == nullptr) {
                    first = &term;
                } else {
                    groups_.join(first->unknown, term.unknown);
                }
                total += term.coefficient;
            }
            if (total != 0) fixed.push_back(first->unknown);
        }
        for (Potential const& potential : potentials_) {
            if (is_open(potential)) fixed.push_back(potential.variable.index());
        }
        is_fixed_.resize(all.unknown_count(), false);
        for (std::uint32_t const unknown : fixed) is_fixed_[groups_.find(unknown)] = true;
    }

    // ---- messages ----

    void report() {
        std::vector<std::uint32_t> number(is_fixed_.size(),
                                          0);  // of a group plus one, by the unknown that represents it
        std::vector<std::vector<Potential const*>> groups;
        for (Potential const& potential : potentials_) {
            std::uint32_t const group = groups_.find(potential.variable.index());
            if (is_fixed_[group]) continue;
            if (number[group] == 0) {
                groups.emplace_back();
                number[group] = static_cast<std::uint32_t>(groups.size());
            }
            groups[number[group] - 1].push_back(&potential);
        }
        for (std::vector<Potential const*> const& group : groups) {
            e_.diagnostics.warning(group[0]->holder->span(), level_undetermined, names_of(group))
                .note({}, "the equations hold for any level; connect a component that sets it, such as a ground");
        }
    }

    // The first one, another one, if possible of another component, and how many more there are.
    std::string names_of(std::vector<Potential const*> const& group) const {
        auto const name = [&](Potential const& potential) {
            return "`" + std::string(e_.interner.text(model_.variables[potential.variable].name)) + "`";
        };
        std::string const text = name(*group[0]);
        if (group.size() == 1) return text;
        Potential const* other = group[1];
        for (Potential const* const potential : group) {
            if (potential->holder == group[0]->holder) continue;
            other = potential;
            break;
        }
        if (group.size() == 2) return text + " and " + name(*other);
        return text + ", " + name(*other) + " and " + std::to_string(group.size() - 2) + " more";
    }

    Elaborator const& e_;
    FlatModel const& model_;
    std::vector<Potential> potentials_;
    std::vector<bool> is_potential_;  // by VarId
    std::vector<bool> is_flow_;       // by VarId
    std::vector<bool> is_removed_;    // by the number of an equation
    DisjointSets groups_;             // of unknowns
    std::vector<bool> is_fixed_;      // by the unknown that represents a group
};

}  // namespace

void check_reference_level(Elaborator const& elaborator) { ReferenceLevels(elaborator).run(); }

}  // namespace moo
