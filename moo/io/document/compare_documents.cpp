#include "moo/io/document/compare_documents.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "moo/check/expression_digests.h"
#include "moo/io/document/document_names.h"
#include "moo/io/document/share_expressions.h"
#include "moo/io/text/moo_names.h"
#include "moo/io/text/text_forms.h"
#include "moo/io/write_declaration.h"
#include "moo/model/describe_document.h"

namespace moo {

namespace {

// What is compared, and how it is shown.
struct FactValue {
    std::string key;
    std::string text;
};

struct Fact {
    std::string section;
    std::string id;  // `aliases[3]`, `Eq[2,5]`
    std::map<std::string, FactValue> fields;
};

// By section and what names a row: its name, its variable, the target of an equation. Several rows may have one name.
using Facts = std::map<std::pair<std::size_t, std::string>, std::vector<Fact>>;

// The archive that takes a document apart.
class FactList {
public:
    explicit FactList(ComparedDocument const& compared)
        : document_(compared.document),
          exprs_(compared.document.exprs),
          interner_(compared.interner),
          digests_(exprs_, compared.document.variables, compared.interner),
          shared_(compared.document),
          remembered_(exprs_),
          names_(compared.document.variables, compared.interner, shared_, remembered_) {
        describe(*this, document_);
    }
    Facts take() { return std::move(facts_); }

    // ---- fields ----

    void name(std::string_view field_name, Symbol value) {
        if (fact_ == nullptr) {
            header(field_name, value);
        } else {
            add(field_name, value);
        }
    }
    template <class T>
    void required(std::string_view field_name, T const& value) {
        add(field_name, value);
    }
    template <class T>
    void field(std::string_view field_name, T const& value) {
        if (fact_ == nullptr) {
            header(field_name, value);
        } else {
            add(field_name, value);
        }
    }
    void index(std::string_view field_name, std::uint32_t value, IndexOf table) {
        put(field_name, index_value(value, table));
    }
    void indices(std::string_view field_name, std::vector<std::uint32_t> const& values, IndexOf table) {
        std::vector<FactValue> parts;
        for (std::uint32_t const value : values) parts.push_back(index_value(value, table));
        if (!parts.empty()) put(field_name, list(std::move(parts), true));
    }
    void enter_loop(Symbol, ExprId) {}
    void leave_loop(Symbol) {}

    // ---- sections ----

    void files(std::string_view) {}
    void shared(std::string_view) {}
    template <class T>
    void section(std::string_view section_name, T const& thing) {
        ++section_;
        row(section_name, std::string(section_name), thing);
    }
    template <class T>
    void table(std::string_view section_name, std::vector<T> const& rows) {
        ++section_;
        for (std::size_t i = 0; i < rows.size(); ++i) row(section_name, row_id(section_name, i), rows[i]);
    }
    void table(std::string_view, std::vector<PassReport> const&) {}
    void types(std::string_view section_name, Document const& document) {
        ++section_;
        for (std::size_t i = 0; i < document.types.size(); ++i) {
            row(section_name, row_id(section_name, i), type_row(document, document.types[i]));
        }
    }
    void variables(std::string_view section_name, Document const& document) {
        ++section_;
        for (VarId const id : document.variables.ids()) {
            VariableRow<Variable const, VariableFacts const> const one{document.variables[id], document.facts[id]};
            row(section_name, row_id(section_name, id.index()), one);
        }
    }
    void set(std::string_view section_name, EquationSet const& set) {
        // In a row: the equations of a clocked partition.
        if (fact_ != nullptr) {
            Fact* const partition = fact_;
            std::string const id = partition->id + ".";
            write_set(partition->section, id, set);
            fact_ = partition;
            return;
        }
        ++section_;
        for (SetName const& set_name : set_names) {
            if (set_name.section == section_name)
                write_set(std::string(section_name), std::string(set_name.prefix), set);
        }
    }

private:
    static std::string row_id(std::string_view section_name, std::size_t index) {
        return std::string(section_name) + "[" + std::to_string(index + 1) + "]";
    }

    // The name of the model, results, parameters and so on: one fact for each value.
    template <class T>
    void header(std::string_view field_name, T const& value) {
        ++section_;
        if (field_name == "generator" || field_name == "options") return;
        Fact fact;
        fact.section = field_name;
        fact.id = field_name;
        fact_ = &fact;
        // The order of parameters is any in which they can be computed.
        if constexpr (std::same_as<T, std::vector<VarId>>) {
            std::vector<FactValue> parts;
            for (VarId const id : value) parts.push_back(value_of(id));
            if (!parts.empty()) put("list", list(std::move(parts), field_name == "parameters"));
        } else {
            add("value", value);
        }
        fact_ = nullptr;
        if (!fact.fields.empty()) facts_[{section_, std::string()}].push_back(std::move(fact));
    }

    template <class Row>
    void row(std::string_view section_name, std::string id, Row const& value) {
        Fact fact;
        fact.section = section_name;
        fact.id = std::move(id);
        fact_ = &fact;
        first_.clear();
        describe(*this, value);
        fact_ = nullptr;
        if (!fact.fields.empty()) facts_[{section_, first_}].push_back(std::move(fact));
    }

    void put(std::string_view field_name, FactValue value) {
        if (first_.empty()) first_ = value.key;
        fact_->fields[prefix_ + std::string(field_name)] = std::move(value);
    }

    // Fields of what is inside a row are called `variables[2].type`.
    template <class T>
    void add(std::string_view field_name, T const& value) {
        if constexpr (std::same_as<T, SourceSpan>) {
            return;
        } else if constexpr (requires { this->value_of(value); }) {
            FactValue made = value_of(value);
            if (!made.text.empty()) put(field_name, std::move(made));
        } else {
            std::string const outer = prefix_;
            prefix_ += std::string(field_name) + ".";
            describe(*this, value);
            prefix_ = outer;
        }
    }

    template <class T>
    void add(std::string_view field_name, std::vector<T> const& values) {
        for (std::size_t i = 0; i < values.size(); ++i) add(row_id(field_name, i), values[i]);
    }
    template <class T>
    void add(std::string_view field_name, std::optional<T> const& value) {
        if (value) add(field_name, *value);
    }

    // ---- values ----

    FactValue value_of(bool value) { return value ? FactValue{"true", "true"} : FactValue(); }
    FactValue value_of(std::string const& text) { return {text, text.empty() ? "" : '"' + text + '"'}; }
    FactValue value_of(Symbol symbol) { return value_of(symbol ? std::string(interner_.text(symbol)) : std::string()); }
    FactValue value_of(ExprId expr) {
        return expr ? FactValue{digests_.key(expr), expression_text(expr)} : FactValue();
    }
    FactValue value_of(VarId id) {
        if (!id) return {};
        std::string const text(interner_.text(document_.variables[id].name));
        return {text, text};
    }
    FactValue value_of(TypeId type) {
        if (!type) return {};
        TextWriter out;
        out.write(type_name(exprs_.types(), exprs_.types().element(type), interner_));
        write_sizes(out, exprs_.types(), type);
        return {out.text(), out.text()};
    }
    template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T> FactValue value_of(T const& value) {
        TextWriter out;
        if constexpr (std::is_enum_v<T>) {
            out.write(name_of_value(value));
        } else if constexpr (std::floating_point<T>) {
            out.write_real(value);
        } else {
            out.write_integer(static_cast<std::int64_t>(value));
        }
        return {out.text(), out.text()};
    }

    std::string expression_text(ExprId expr) {
        constexpr std::size_t longest = 100;
        std::string text = to_string(exprs_, expr, names_);
        if (text.size() > longest) text = text.substr(0, longest) + " …";
        return text;
    }

    // What a number refers to: the target of an equation, a condition, a clock.
    FactValue index_value(std::uint32_t index, IndexOf table) {
        switch (table) {
            case IndexOf::reinitialization: return value_of(document_.reinitialization.equations[index].target);
            case IndexOf::integration: return value_of(document_.integration.equations[index].target);
            case IndexOf::when_conditions: return value_of(document_.when_conditions[index].condition);
            case IndexOf::clocks: return value_of(document_.clocks[index].name);
            case IndexOf::same_set:
            case IndexOf::same_row: break;
        }
        return value_of(index + 1);
    }

    static FactValue list(std::vector<FactValue> parts, bool is_set) {
        if (is_set)
            std::sort(parts.begin(), parts.end(), [](FactValue const& x, FactValue const& y) { return x.key < y.key; });
        FactValue made{"", "{"};
        for (FactValue const& part : parts) {
            made.key += part.key + '\0';
            made.text += (made.text.size() > 1 ? ", " : "") + part.text;
        }
        made.text += '}';
        return made;
    }

    // ---- sets ----

    // One fact for each equation, with its row of the Jacobian and what is solved together with it.
    void write_set(std::string const& section_name, std::string const& prefix, EquationSet const& set) {
        SetRows rows(set);
        std::uint32_t number = 0;
        for (std::size_t b = 0; b < set.block_count(); ++b) {
            BlockFacts const block = b < set.blocks.size() ? set.blocks[b] : default_facts(set.block(b));
            for (std::size_t i = 0; i < set.block(b).size(); ++i) {
                SetRowView const one = rows.next();
                Fact fact;
                fact.section = section_name;
                fact.id = prefix + "Eq[" + std::to_string(b + 1) + "," + std::to_string(++number) + "]";
                fact_ = &fact;
                first_.clear();
                write_equation(set, b, block, one);
                fact_ = nullptr;
                facts_[{section_, prefix + first_}].push_back(std::move(fact));
            }
        }
    }
    void write_equation(EquationSet const& set, std::size_t b, BlockFacts const& block, SetRowView const& one) {
        add("target", one.equation.target);
        add("value", one.equation.value);
        add("form", one.equation.form);
        add("overridable", one.equation.is_overridable);
        add("origin", one.equation.provenance.kind);
        add("differentiations", one.equation.provenance.differentiations);
        add("loopSolved", one.equation.provenance.is_loop_solved);
        add("instance", one.equation.provenance.instance);
        add("block.kind", block.kind);
        add("block.jacobian", block.jacobian);
        add("block.serves", block.serves);
        if (set.block(b).size() > 1) {
            std::vector<FactValue> together;
            for (SetEquation const& each : set.block(b)) together.push_back(value_of(each.target));
            put("block.targets", list(std::move(together), true));
        }
        for (RowEntry const& entry : one.jacobian) {
            std::string const by = expression_text(set.equations[entry.column].target);
            add("jacobian by " + by, entry.value);
            add("kind of jacobian by " + by, entry.kind);
        }
        for (PartialEntry const& entry : one.known) {
            std::string const by = expression_text(entry.by);
            add("known by " + by, entry.value);
            add("kind of known by " + by, entry.kind);
        }
    }

    Document const& document_;
    ExprStore const& exprs_;
    Interner const& interner_;
    ExpressionDigests digests_;
    SharedExpressions shared_;
    // None: the numbers of rows are not compared, so they are not shown either.
    RememberedValues remembered_;
    MooNames names_;
    Facts facts_;
    std::size_t section_ = 0;
    Fact* fact_ = nullptr;
    std::string prefix_;
    std::string first_;
};

// What identifies a row for a reader.
std::string title(Fact const& fact) {
    for (char const* const field_name : {"name", "target", "variable", "condition", "function", "call", "unknown"}) {
        auto const found = fact.fields.find(field_name);
        if (found == fact.fields.end()) continue;
        bool const is_name = std::string_view(field_name) == "name";
        return fact.id + " " + (is_name ? found->second.key : found->second.text);
    }
    return fact.id;
}

bool are_equal(Fact const& x, Fact const& y) {
    return std::equal(x.fields.begin(), x.fields.end(), y.fields.begin(), y.fields.end(),
                      [](auto const& a, auto const& b) { return a.first == b.first && a.second.key == b.second.key; });
}

class Comparison {
public:
    Comparison(std::string const& a, std::string const& b) : a_(a), b_(b) {}

    // Rows of one name: those that are equal belong together, the others one by one.
    void compare(std::vector<Fact> left, std::vector<Fact> right) {
        std::erase_if(left, [&](Fact const& fact) {
            auto const same =
                std::find_if(right.begin(), right.end(), [&](Fact const& each) { return are_equal(fact, each); });
            if (same == right.end()) return false;
            right.erase(same);
            return true;
        });
        std::size_t const pairs = std::min(left.size(), right.size());
        for (std::size_t i = 0; i < pairs; ++i) compare_rows(left[i], right[i]);
        for (std::size_t i = pairs; i < left.size(); ++i) add(title(left[i]) + ": only in " + a_);
        for (std::size_t i = pairs; i < right.size(); ++i) add(title(right[i]) + ": only in " + b_);
    }
    std::vector<std::string> take() { return std::move(differences_); }

private:
    void compare_rows(Fact const& x, Fact const& y) {
        std::map<std::string, std::pair<FactValue const*, FactValue const*>> fields;
        for (auto const& [name, value] : x.fields) fields[name].first = &value;
        for (auto const& [name, value] : y.fields) fields[name].second = &value;
        for (auto const& [name, values] : fields) {
            auto const [left, right] = values;
            if (left != nullptr && right != nullptr && left->key == right->key) continue;
            auto const text = [](FactValue const* value) { return value != nullptr ? value->text : "nothing"; };
            add(title(x) + ": " + name + " is " + text(left) + " in " + a_ + ", " + text(right) + " in " + b_);
        }
    }
    void add(std::string text) { differences_.push_back(std::move(text)); }

    std::string const& a_;
    std::string const& b_;
    std::vector<std::string> differences_;
};

}  // namespace

std::vector<std::string> compare_documents(ComparedDocument const& a, ComparedDocument const& b) {
    Facts left = FactList(a).take();
    Facts right = FactList(b).take();
    // A row that is in only one of them has no partner.
    for (auto const& [key, facts] : left) right.try_emplace(key);
    for (auto const& [key, facts] : right) left.try_emplace(key);
    Comparison comparison(a.name, b.name);
    for (auto& [key, facts] : left) comparison.compare(std::move(facts), std::move(right[key]));
    return comparison.take();
}

}  // namespace moo
