#include "moo/check/slice_document.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "moo/check/drop_uncalled.h"
#include "moo/model/visit_document.h"

namespace moo {

namespace {

constexpr std::string_view jacobians = "jacobians";

// The section whose rows an index counts; empty if it refers to something within the row.
std::string_view section_of(IndexOf table) {
    switch (table) {
        case IndexOf::same_set:
        case IndexOf::same_row: break;
        case IndexOf::reinitialization: return "reinitialization";
        case IndexOf::integration: return "integration";
        case IndexOf::when_conditions: return "whenConditions";
        case IndexOf::clocks: return "clocks";
    }
    return {};
}

// The archive that lists the sections and the references between them.
class SectionLinks {
public:
    explicit SectionLinks(Document const& document) { describe(*this, document); }

    std::vector<std::string_view> sections;
    std::unordered_map<std::string_view, std::vector<std::string_view>> links;

    template <class T>
    void name(std::string_view field_name, T const&) {
        begin(field_name);
    }
    template <class T>
    void required(std::string_view, T const& value) {
        look(value);
    }
    template <class T>
    void field(std::string_view field_name, T const& value) {
        begin(field_name);
        look(value);
    }
    void index(std::string_view, std::uint32_t, IndexOf table) { link(table); }
    void indices(std::string_view, std::vector<std::uint32_t> const& values, IndexOf table) {
        if (!values.empty()) link(table);
    }
    void set(std::string_view section_name, EquationSet const&) { begin(section_name); }
    void enter_loop(Symbol, ExprId) {}
    void leave_loop(Symbol) {}
    void files(std::string_view) {}
    void shared(std::string_view) {}
    template <class T>
    void section(std::string_view section_name, T const& thing) {
        begin(section_name);
        look(thing);
    }
    template <class T>
    void table(std::string_view section_name, std::vector<T> const& rows) {
        begin(section_name);
        look(rows);
    }
    void types(std::string_view section_name, Document const&) { begin(section_name); }
    void variables(std::string_view section_name, Document const&) { begin(section_name); }

private:
    void begin(std::string_view section_name) {
        if (is_row_) return;
        current_ = section_name;
        sections.push_back(section_name);
    }
    void link(IndexOf table) {
        std::string_view const target = section_of(table);
        if (!target.empty()) links[current_].push_back(target);
    }
    template <class T>
    void look(T const& value) {
        if constexpr (requires { describe(*this, value); }) {
            bool const outer = std::exchange(is_row_, true);
            describe(*this, value);
            is_row_ = outer;
        } else if constexpr (requires { describe(*this, *value.begin()); }) {
            for (auto const& row : value) look(row);
        }
    }

    std::string_view current_;
    bool is_row_ = false;
};

// The archive that empties the sections that are not kept.
class Cut {
public:
    Cut(Document& document, std::unordered_set<std::string_view> const& kept) : kept_(kept) {
        describe(*this, document);
    }

    template <class T>
    void name(std::string_view, T&) {}
    void field(std::string_view, Symbol&) {}
    void field(std::string_view, std::string&) {}
    void field(std::string_view, std::vector<std::string>&) {}
    template <class T>
    void field(std::string_view section_name, T& value) {
        table(section_name, value);
    }
    void files(std::string_view) {}
    void shared(std::string_view) {}
    template <class T>
    void section(std::string_view section_name, T& thing) {
        if (!kept_.contains(section_name)) thing = T();
    }
    template <class T>
    void table(std::string_view section_name, T& rows) {
        if (!kept_.contains(section_name)) rows.clear();
    }
    // Called functions stay; `drop_uncalled` removes the others.
    void table(std::string_view, std::vector<FlatFunction>&) {}
    void table(std::string_view section_name, std::vector<ClockedPartition>& partitions) {
        if (!kept_.contains(section_name)) return partitions.clear();
        for (ClockedPartition& partition : partitions) drop_jacobians(partition.equations);
    }
    void types(std::string_view, Document&) {}
    void variables(std::string_view section_name, Document& document) {
        if (kept_.contains(section_name)) return;
        for (VarId const id : document.variables.ids()) {
            Variable& variable = document.variables[id];
            variable.binding = ExprId();
            variable.attributes = {};
            variable.description = Symbol();
            variable.instance = Symbol();
            document.facts[id].start_origin.clear();
            document.facts[id].start_priority = 0;
        }
    }
    void set(std::string_view section_name, EquationSet& set) {
        if (!kept_.contains(section_name)) {
            set = EquationSet();
        } else {
            drop_jacobians(set);
        }
    }

private:
    void drop_jacobians(EquationSet& set) {
        if (kept_.contains(jacobians)) return;
        set.jacobian.clear();
        set.known.clear();
    }
    std::unordered_set<std::string_view> const& kept_;
};

}  // namespace

std::vector<SectionGroup> const& section_groups() {
    static std::vector<SectionGroup> const groups{
        {"equations", {"initialization", "integration", "reinitialization"}, "the three sets, without Jacobians"},
        {jacobians, {"initialization", "integration", "reinitialization"}, "the three sets with their Jacobians"},
        {"eliminated", {"aliases", "recovered", "evaluated", "dropped"}, "what the equations do not mention"},
        {"events",
         {"zeroCrossings", "whenConditions", "triggers", "samplings", "assertions", "actions"},
         "what happens at events, and riEq"},
        {"memory", {"delays", "transports"}, "operators that remember the past"},
        {"clocked", {"clocks", "partitions"}, "clocks and their partitions"},
        {"states", {"stateSets", "staticChoices"}, "how states were chosen"},
        {"views", {"residualView", "overdeterminedView", "dependencies"}, "other ways to look at Eq"},
        {"outside", {"icon", "connectors"}, "how the model looks, and its connectors"},
    };
    return groups;
}

bool is_slice_name(std::string_view name) {
    static std::vector<std::string_view> const sections = SectionLinks(Document()).sections;
    for (SectionGroup const& group : section_groups()) {
        if (group.name == name) return true;
    }
    // These parts are always there, so a slice cannot name them.
    constexpr std::string_view header[] = {"name", "description", "generator", "options", "requires", "slice"};
    if (std::find(std::begin(header), std::end(header), name) != std::end(header)) return false;
    return std::find(sections.begin(), sections.end(), name) != sections.end();
}

void slice_document(Document& document, std::span<std::string const> names, Interner const& interner) {
    std::unordered_set<std::string_view> kept;
    for (std::string const& name : names) {
        auto const& groups = section_groups();
        auto const group =
            std::find_if(groups.begin(), groups.end(), [&](SectionGroup const& each) { return each.name == name; });
        if (group == groups.end() || name == jacobians) kept.insert(name);
        if (group != groups.end()) kept.insert(group->sections.begin(), group->sections.end());
    }
    SectionLinks const all(document);
    for (std::size_t before = 0; before != kept.size();) {
        before = kept.size();
        for (auto const& [section, targets] : all.links) {
            if (kept.contains(section)) kept.insert(targets.begin(), targets.end());
        }
    }
    Cut(document, kept);
    if (!kept.contains("functions")) drop_uncalled(document, interner);
    document.slice.assign(names.begin(), names.end());
    // A slice is not meant to be simulated, and its requirements cannot be computed from it.
    document.requirements.clear();
}

}  // namespace moo
