#include "moo/check/requirements.h"

#include <algorithm>

#include "moo/model/visit_document.h"

namespace moo {

namespace {

// Visits the expressions of all sections, each node once.
class ExpressionFeatures : public DocumentVisitor {
public:
    explicit ExpressionFeatures(ExprStore const& exprs) : exprs_(exprs), is_seen_(exprs.size()) {}

    void expression(ExprId root) {
        push(root);
        while (!stack_.empty()) {
            ExprId const id = stack_.back();
            stack_.pop_back();
            look_at(id);
            for (ExprId const operand : exprs_.operands(id)) push(operand);
        }
    }

    bool uses_arrays = false;
    bool uses_records = false;
    bool uses_homotopy = false;

private:
    void push(ExprId id) {
        if (is_seen_[id.index()]) return;
        is_seen_[id.index()] = true;
        stack_.push_back(id);
    }
    void look_at(ExprId id) {
        TypeTable const& types = exprs_.types();
        TypeId const type = exprs_.type(id);
        uses_arrays = uses_arrays || types.is_array(type);
        uses_records = uses_records || types.kind(types.element(type)) == TypeKind::record;
        uses_homotopy = uses_homotopy || exprs_.is_builtin(id, Builtin::homotopy);
    }

    ExprStore const& exprs_;
    std::vector<bool> is_seen_;
    std::vector<ExprId> stack_;
};

bool has_block(Document const& document, auto matches) {
    auto const in_set = [&](EquationSet const& set) {
        for (std::size_t block = 0; block < set.blocks.size(); ++block) {
            if (matches(set.blocks[block], set.block(block))) return true;
        }
        return false;
    };
    if (in_set(document.initialization) || in_set(document.integration) || in_set(document.reinitialization))
        return true;
    return std::any_of(document.partitions.begin(), document.partitions.end(),
                       [&](ClockedPartition const& partition) { return in_set(partition.equations); });
}

bool is_torn(BlockFacts const& facts, std::span<SetEquation const> block) {
    return block.size() > 1 && facts.kind != BlockKind::algorithm && block[0].form == EquationForm::assignment;
}

bool has_variable(Document const& document, auto matches) {
    return std::any_of(document.variables.begin(), document.variables.end(), matches);
}

}  // namespace

std::vector<Feature> const& all_features() {
    static std::vector<Feature> const features{
        {"arrays", "variables or expressions that are arrays"},
        {"records", "variables or expressions that are records"},
        {"enumerations", "variables of an enumeration type"},
        {"strings", "variables of type String"},
        {"functions", "functions with an algorithm"},
        {"external", "functions in another language"},
        {"externalObjects", "objects of functions in another language"},
        {"inputs", "variables that come from outside"},
        {"torn", "blocks with assignments before their residuals"},
        {"mixed", "blocks with discrete variables"},
        {"algorithms", "blocks that are one call"},
        {"homotopy", "a simplified system for the initialization"},
        {"timeEvents", "relations that change at a time that is known before"},
        {"samples", "sample(start, interval)"},
        {"actions", "terminate and calls for their effect"},
        {"delays", "delay"},
        {"transports", "spatialDistribution"},
        {"clocks", "clocked partitions"},
        {"stateSets", "states that are chosen while the simulation runs"},
    };
    return features;
}

std::vector<std::string> requirements_of(Document const& document) {
    ExpressionFeatures expressions(document.exprs);
    visit_document(document, expressions);
    TypeTable const& types = document.exprs.types();
    auto const has_element = [&](TypeKind kind) {
        return has_variable(document,
                            [&](Variable const& variable) { return types.kind(types.element(variable.type)) == kind; });
    };
    auto const has_kind = [&](BlockKind kind) {
        return has_block(document, [kind](BlockFacts const& facts, auto) { return facts.kind == kind; });
    };
    auto const is_external = [](FlatFunction const& function) { return function.external.has_value(); };
    auto const& functions = document.functions;
    bool const has_time_event = std::any_of(document.zero_crossings.begin(), document.zero_crossings.end(),
                                            [](ZeroCrossing const& z) { return z.kind == RelationKind::time; });
    bool const has_array =
        has_variable(document, [&](Variable const& variable) { return types.is_array(variable.type); });
    std::vector<std::string> used;
    auto const add = [&](bool is_used, std::string_view name) {
        if (is_used) used.emplace_back(name);
    };
    add(expressions.uses_arrays || has_array, "arrays");
    add(expressions.uses_records || has_element(TypeKind::record), "records");
    add(has_element(TypeKind::enumeration), "enumerations");
    add(has_element(TypeKind::string), "strings");
    add(!std::all_of(functions.begin(), functions.end(), is_external), "functions");
    add(std::any_of(functions.begin(), functions.end(), is_external), "external");
    add(has_element(TypeKind::external_object), "externalObjects");
    add(std::any_of(document.facts.begin(), document.facts.end(),
                    [](VariableFacts const& facts) { return facts.role == Role::input; }),
        "inputs");
    add(has_block(document, is_torn), "torn");
    add(has_kind(BlockKind::mixed), "mixed");
    add(has_kind(BlockKind::algorithm), "algorithms");
    add(expressions.uses_homotopy, "homotopy");
    add(has_time_event, "timeEvents");
    add(!document.samplings.empty(), "samples");
    add(!document.actions.empty(), "actions");
    add(!document.delays.empty(), "delays");
    add(!document.transports.empty(), "transports");
    add(!document.clocks.empty() || !document.partitions.empty(), "clocks");
    add(!document.state_sets.empty(), "stateSets");
    return used;
}

}  // namespace moo
