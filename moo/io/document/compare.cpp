#include "moo/io/document/compare.h"

#include <algorithm>
#include <map>

#include "moo/io/document/document_names.h"
#include "moo/io/text/moo_names.h"
#include "moo/model/describe_document.h"

namespace moo {

namespace {

// Each row of each section as a text that says what it means, without numbers.
class Meaning {
public:
    explicit Meaning(NamedDocument const& named)
        : document_(named.document),
          interner_(named.interner),
          names_(named.document.variables, named.interner, shared_) {
        describe(*this, document_);
        for (auto& [name, rows] : sections_) std::sort(rows.begin(), rows.end());
    }

    [[nodiscard]] std::vector<std::pair<std::string, std::vector<std::string>>> const& sections() const {
        return sections_;
    }

    // ---- fields ----

    template <class T>
    void name(std::string_view field_name, T const& value) {
        required(field_name, value);
    }
    template <class T>
    void required(std::string_view field_name, T const& value) {
        if (is_ignored(field_name)) return;
        std::string const text = text_of(value);
        if (depth_ == 0) return add_row(field_name, text);
        if (text.empty()) return;
        if (!row_.empty() && row_.back() != '(') row_ += ", ";
        row_ += std::string(field_name) + " = " + text;
    }
    template <class T>
    void field(std::string_view field_name, T const& value) {
        if constexpr (requires { value.push_back({}); }) {
            if (depth_ == 0) {
                for (auto const& item : value) add_row(field_name, text_of(item));
                return;
            }
        }
        if constexpr (std::same_as<T, bool>) {
            if (!value) return;
        }
        required(field_name, value);
    }
    void index(std::string_view field_name, std::uint32_t value, IndexOf table) {
        add_text(field_name, meaning_of(value, table));
    }
    void indices(std::string_view field_name, std::vector<std::uint32_t> const& values, IndexOf table) {
        std::vector<std::string> texts;
        for (std::uint32_t const value : values) texts.push_back(meaning_of(value, table));
        std::sort(texts.begin(), texts.end());
        add_text(field_name, joined(texts));
    }
    void enter_loop(Symbol, ExprId) {}
    void leave_loop(Symbol) {}

    // ---- sections ----

    void files(std::string_view) {}
    void shared(std::string_view) {}
    template <class T>
    void section(std::string_view section_name, T const& thing) {
        std::string const text = text_of(thing);
        if (text != "()") add_row(section_name, text);
    }
    template <class T>
    void table(std::string_view section_name, std::vector<T> const& rows) {
        if (section_name == "report") return;
        for (T const& row : rows) add_row(section_name, text_of(row));
    }
    void types(std::string_view section_name, Document const& document) {
        for (FlatType const& type : document.types) add_row(section_name, text_of(type_row(document, type)));
    }
    void variables(std::string_view section_name, Document const& document) {
        for (VarId const id : document.variables.ids()) {
            add_row(section_name, text_of(VariableRow<Variable const, VariableFacts const>{document.variables[id],
                                                                                           document.facts[id]}));
        }
    }
    void set(std::string_view section_name, EquationSet const& set) {
        if (depth_ > 0) return add_text(section_name, joined(set_rows(set)));
        for (std::string const& row : set_rows(set)) add_row(section_name, row);
    }

private:
    static bool is_ignored(std::string_view field_name) {
        return field_name == "source" || field_name == "origin" || field_name == "generator" || field_name == "options";
    }

    void add_row(std::string_view section_name, std::string text) {
        if (text.empty() || is_ignored(section_name)) return;
        if (sections_.empty() || sections_.back().first != section_name)
            sections_.emplace_back(section_name, std::vector<std::string>());
        sections_.back().second.push_back(std::move(text));
    }
    void add_text(std::string_view field_name, std::string const& text) {
        if (text.empty()) return;
        if (!row_.empty() && row_.back() != '(') row_ += ", ";
        row_ += std::string(field_name) + " = " + text;
    }
    static std::string joined(std::vector<std::string> const& texts) {
        std::string out;
        for (std::string const& text : texts) out += (out.empty() ? "{" : ", ") + text;
        return out.empty() ? out : out + "}";
    }

    // An equation is known by what it determines.
    std::string meaning_of(std::uint32_t index, IndexOf table) {
        auto const target = [&](EquationSet const& set) { return text_of(set.equations[index].target); };
        switch (table) {
            case IndexOf::same_set: return set_ != nullptr ? target(*set_) : std::to_string(index);
            case IndexOf::same_row: return std::to_string(index + 1);
            case IndexOf::reinitialization: return target(document_.reinitialization);
            case IndexOf::integration: return target(document_.integration);
            case IndexOf::when_conditions: return text_of(document_.when_conditions[index].condition);
            case IndexOf::clocks: return text_of(document_.clocks[index].name);
        }
        return {};
    }

    // Each equation with the kind of its block and all that the block determines.
    std::vector<std::string> set_rows(EquationSet const& set) {
        std::vector<std::string> texts;
        EquationSet const* const outer = std::exchange(set_, &set);
        SetRows rows(set);
        for (std::size_t block = 0; block < set.block_count(); ++block) {
            std::vector<std::string> targets;
            for (SetEquation const& equation : set.block(block)) targets.push_back(text_of(equation.target));
            std::sort(targets.begin(), targets.end());
            std::string const facts = block < set.blocks.size() ? text_of(set.blocks[block]) : std::string();
            for (std::size_t i = 0; i < targets.size(); ++i) {
                SetRowView const row = rows.next();
                std::string text = text_of(row);
                text += " in " + facts;
                if (targets.size() > 1) text += joined(targets);
                texts.push_back(std::move(text));
            }
        }
        set_ = outer;
        return texts;
    }

    template <class T>
    std::string text_of(T const& value) {
        if constexpr (std::same_as<T, bool>) {
            return value ? "true" : "false";
        } else if constexpr (std::integral<T>) {
            return std::to_string(value);
        } else if constexpr (std::same_as<T, double>) {
            TextWriter out;
            out.write_real(value);
            return out.take();
        } else if constexpr (std::same_as<T, std::string>) {
            return value;
        } else if constexpr (std::same_as<T, Symbol>) {
            return value ? std::string(interner_.text(value)) : std::string();
        } else if constexpr (std::is_enum_v<T>) {
            return std::string(name_of_value(value));
        } else if constexpr (std::same_as<T, ExprId>) {
            return value ? to_string(document_.exprs, value, names_) : std::string();
        } else if constexpr (std::same_as<T, VarId>) {
            return value ? std::string(interner_.text(document_.variables[value].name)) : std::string();
        } else if constexpr (std::same_as<T, TypeId>) {
            TextWriter out;
            if (value) write_type(out, document_.exprs.types(), value, interner_);
            return out.take();
        } else if constexpr (std::same_as<T, SourceSpan>) {
            return {};
        } else if constexpr (requires { value.push_back({}); }) {
            std::vector<std::string> texts;
            for (auto const& item : value) texts.push_back(text_of(item));
            return joined(texts);
        } else if constexpr (requires { value.has_value(); }) {
            return value ? text_of(*value) : std::string();
        } else {
            std::string outer = std::exchange(row_, "(");
            ++depth_;
            describe(*this, value);
            --depth_;
            return std::exchange(row_, std::move(outer)) + ")";
        }
    }

    Document const& document_;
    Interner const& interner_;
    SharedExpressions shared_;
    MooNames names_;
    EquationSet const* set_ = nullptr;
    std::string row_;
    int depth_ = 0;
    std::vector<std::pair<std::string, std::vector<std::string>>> sections_;
};

// Sections that are in one document only have no rows in the other.
using Rows = std::vector<std::string>;
std::map<std::string, std::pair<Rows, Rows>> pair_sections(Meaning const& first, Meaning const& second) {
    std::map<std::string, std::pair<Rows, Rows>> pairs;
    for (auto const& [name, rows] : first.sections()) pairs[name].first = rows;
    for (auto const& [name, rows] : second.sections()) pairs[name].second = rows;
    return pairs;
}

}  // namespace

std::string compare_documents(NamedDocument const& first, NamedDocument const& second) {
    std::string out;
    for (auto const& [name, rows] : pair_sections(Meaning(first), Meaning(second))) {
        Rows only_first;
        Rows only_second;
        std::set_difference(rows.first.begin(), rows.first.end(), rows.second.begin(), rows.second.end(),
                            std::back_inserter(only_first));
        std::set_difference(rows.second.begin(), rows.second.end(), rows.first.begin(), rows.first.end(),
                            std::back_inserter(only_second));
        if (only_first.empty() && only_second.empty()) continue;
        out += name + ":\n";
        for (std::string const& row : only_first) out += "- " + row + "\n";
        for (std::string const& row : only_second) out += "+ " + row + "\n";
    }
    return out;
}

}  // namespace moo
