#include "backends/fmu/fmu_terminals.h"

#include <unordered_map>

namespace moo {

namespace {

std::string joined(std::vector<std::string> const& parts, std::size_t from, std::size_t to) {
    std::string text;
    for (std::size_t i = from; i < to; ++i) text += (i == from ? "" : ".") + parts[i];
    return text;
}

bool is_causal(FmuVariable const& variable) {
    return variable.causality == MOO_FMU_INPUT || variable.causality == MOO_FMU_OUTPUT;
}

bool is_parameter(FmuVariable const& variable) {
    return variable.causality == MOO_FMU_PARAMETER || variable.causality == MOO_FMU_CALCULATED_PARAMETER;
}

class Finder {
public:
    Finder(Document const& document, Interner const& interner, FmuPlan const& plan)
        : document_(document), interner_(interner), plan_(plan) {
        for (OutsideConnector const& connector : document.connectors) {
            connectors_.emplace(interner.text(connector.name), &connector);
        }
    }

    std::vector<FmuTerminal> run() {
        for (std::uint32_t i = 0; i < plan_.variables.size(); ++i) {
            VarId const declared = plan_.variables[i].declared;
            if (declared && document_.variables[declared].connector_role != ConnectorRole::none) add(i);
        }
        drop_empty();
        return std::move(found_);
    }

private:
    void add(std::uint32_t index) {
        FmuVariable const& variable = plan_.variables[index];
        Variable const& declared = document_.variables[variable.declared];
        std::vector<std::string> const parts = split_path(variable.name);
        std::vector<std::size_t> const ends = connectors_around(parts);
        bool const is_signal = !ends.empty() && ends.back() == parts.size();
        std::size_t terminal = no_terminal;
        std::size_t begin = 0;
        for (std::size_t const end : ends) {
            terminal = find_or_add(parts, begin, end, terminal);
            begin = end;
        }
        if (terminal == no_terminal && is_causal(variable) && declared.instance) {
            // A document need not list its connectors; then the component that declares the variable counts as one.
            begin = split_path(interner_.text(declared.instance)).size();
            if (begin < parts.size()) terminal = find_or_add(parts, 0, begin, terminal);
        }
        if (terminal == no_terminal) return;
        FmuTerminal& found = found_[terminal];
        // For a stream variable, the standard requires another variable with the inflow, which a flat model does not
        // have.
        bool const can_be_set = is_causal(variable) || is_parameter(variable);
        if (can_be_set && declared.connector_role != ConnectorRole::stream) {
            std::string const name = is_signal ? parts.back() : joined(parts, begin, parts.size());
            found.members.push_back({index, name, declared.connector_role == ConnectorRole::flow});
            if (is_signal) found.rule = MatchingRule::sequence;
        } else if (found.rule == MatchingRule::plug && variable.variability != MOO_FMU_CONSTANT) {
            found.rule = MatchingRule::none;
        }
    }

    // For each connector around the variable, outermost first, the number of name parts up to it.
    [[nodiscard]] std::vector<std::size_t> connectors_around(std::vector<std::string> const& parts) const {
        std::vector<std::size_t> ends;
        std::string path;
        for (std::size_t i = 0; i < parts.size() && !connectors_.empty(); ++i) {
            path += (i == 0 ? "" : ".") + without_subscripts(parts[i]);
            if (connectors_.contains(path)) ends.push_back(i + 1);
        }
        return ends;
    }

    // The elements of a signal array share one terminal; the elements of an array of other connectors have one each.
    std::size_t find_or_add(std::vector<std::string> const& parts, std::size_t begin, std::size_t end,
                            std::size_t around) {
        bool const is_signal = end == parts.size();
        std::string const last = is_signal ? without_subscripts(parts[end - 1]) : parts[end - 1];
        std::string const before = joined(parts, 0, end - 1);
        auto const [at, is_new] = by_path_.try_emplace(before + "." + last, found_.size());
        if (!is_new) return at->second;
        FmuTerminal& made = found_.emplace_back();
        made.name = joined(parts, begin, end - 1) + (begin == end - 1 ? "" : ".") + last;
        made.around = around;
        std::string plain;
        for (std::size_t i = 0; i < end; ++i) plain += (i == 0 ? "" : ".") + without_subscripts(parts[i]);
        if (auto const known = connectors_.find(plain); known != connectors_.end()) made.connector = known->second;
        if (made.connector != nullptr && made.connector->is_expandable) made.rule = MatchingRule::bus;
        return at->second;
    }

    // Drops terminals that have no members, neither directly nor inside.
    void drop_empty() {
        std::vector<bool> is_kept(found_.size());
        for (std::size_t i = found_.size(); i-- > 0;) {
            is_kept[i] = is_kept[i] || !found_[i].members.empty();
            if (is_kept[i] && found_[i].around != no_terminal) is_kept[found_[i].around] = true;
        }
        std::vector<std::size_t> numbers(found_.size(), no_terminal);
        std::vector<FmuTerminal> kept;
        for (std::size_t i = 0; i < found_.size(); ++i) {
            if (!is_kept[i]) continue;
            numbers[i] = kept.size();
            kept.push_back(std::move(found_[i]));
            if (kept.back().around != no_terminal) kept.back().around = numbers[kept.back().around];
        }
        found_ = std::move(kept);
    }

    Document const& document_;
    Interner const& interner_;
    FmuPlan const& plan_;
    std::unordered_map<std::string_view, OutsideConnector const*> connectors_;  // by name
    std::unordered_map<std::string, std::size_t> by_path_;
    std::vector<FmuTerminal> found_;
};

}  // namespace

std::vector<FmuTerminal> find_terminals(Document const& document, Interner const& interner, FmuPlan const& plan) {
    return Finder(document, interner, plan).run();
}

std::vector<std::string> split_path(std::string_view name) {
    std::vector<std::string> parts(1);
    bool is_quoted = false;
    int brackets = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        char const c = name[i];
        if (is_quoted && c == '\\' && i + 1 < name.size()) {
            parts.back() += c;
            parts.back() += name[++i];
            continue;
        }
        if (c == '\'') is_quoted = !is_quoted;
        if (!is_quoted && c == '[') ++brackets;
        if (!is_quoted && c == ']') --brackets;
        if (c == '.' && !is_quoted && brackets <= 0) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

std::string without_subscripts(std::string_view part) {
    if (!part.ends_with(']')) return std::string(part);
    bool is_quoted = false;
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (is_quoted && part[i] == '\\') {
            ++i;
        } else if (part[i] == '\'') {
            is_quoted = !is_quoted;
        } else if (part[i] == '[' && !is_quoted) {
            return std::string(part.substr(0, i));
        }
    }
    return std::string(part);
}

}  // namespace moo
