// Whether everything that a document refers to exists. The other checks rely on this.
#include "moo/check/verification.h"
#include "moo/model/visit_document.h"

namespace moo {

namespace {

// Checks expressions, variables and row numbers, section by section.
class References {
public:
    explicit References(Verification& all) : all_(all), document_(all.document) { describe(*this, document_); }

    template <class T>
    void name(std::string_view section_name, T const&) {
        begin(section_name);
    }
    template <class T>
    void required(std::string_view, T const& value) {
        look(value, true);
    }
    template <class T>
    void field(std::string_view section_name, T const& value) {
        begin(section_name);
        look(value, false);
    }
    void index(std::string_view, std::uint32_t value, IndexOf table) { check_index(value, table); }
    void indices(std::string_view, std::vector<std::uint32_t> const& values, IndexOf table) {
        for (std::uint32_t const value : values) check_index(value, table);
    }
    void enter_loop(Symbol, ExprId) {}
    void leave_loop(Symbol) {}
    void files(std::string_view) {}
    void shared(std::string_view) {}
    template <class T>
    void section(std::string_view section_name, T const& thing) {
        begin(section_name);
        look(thing, false);
    }
    template <class T>
    void table(std::string_view section_name, std::vector<T> const& rows) {
        begin(section_name);
        is_table_ = true;
        for (row_ = 0; row_ < rows.size(); ++row_) look(rows[row_], false);
        is_table_ = false;
    }
    void types(std::string_view, Document const&) {}
    void variables(std::string_view section_name, Document const&) {
        begin(section_name);
        if (document_.facts.size() != document_.variables.size()) {
            return all_.report("variables: there is not one role for each of them");
        }
        is_table_ = true;
        for (VarId const id : document_.variables.ids()) {
            row_ = id.index();
            VariableRow<Variable const, VariableFacts const> const row{document_.variables[id], document_.facts[id]};
            look(row, false);
        }
        is_table_ = false;
    }
    void set(std::string_view section_name, EquationSet const& set) {
        begin(section_name);
        check_blocks(set);
        for (SetEquation const& equation : set.equations) {
            look(equation.target, true);
            look(equation.value, true);
        }
        for (JacobianEntry const& entry : set.jacobian) {
            look(entry.value, true);
            if (entry.row >= set.equations.size() || entry.column >= set.equations.size()) {
                all_.report(place() + ": an entry of the Jacobian is about an equation that is not there");
            }
        }
        for (KnownEntry const& entry : set.known) {
            look(entry.by, true);
            look(entry.value, true);
            if (entry.row >= set.equations.size()) {
                all_.report(place() + ": a known entry is about an equation that is not there");
            }
        }
    }

private:
    void begin(std::string_view section_name) {
        if (depth_ == 0 && !is_table_) section_ = section_name;
    }
    [[nodiscard]] std::string place() const { return is_table_ ? row_text(section_, row_) : std::string(section_); }

    void check_blocks(EquationSet const& set) {
        bool is_good = !set.block_starts.empty() && set.block_starts.front() == 0 &&
                       set.block_starts.back() == set.equations.size();
        for (std::size_t b = 0; is_good && b + 1 < set.block_starts.size(); ++b) {
            is_good = set.block_starts[b] < set.block_starts[b + 1];
        }
        is_good = is_good && (set.blocks.empty() || set.blocks.size() == set.block_count());
        if (!is_good) all_.report(place() + ": its blocks are not a partition of its equations");
    }

    void check_index(std::uint32_t value, IndexOf table) {
        std::size_t size = 0;
        switch (table) {
            case IndexOf::same_set:
            case IndexOf::same_row: return;
            case IndexOf::reinitialization: size = document_.reinitialization.equations.size(); break;
            case IndexOf::integration: size = document_.integration.equations.size(); break;
            case IndexOf::when_conditions: size = document_.when_conditions.size(); break;
            case IndexOf::clocks: size = document_.clocks.size(); break;
        }
        if (value >= size) {
            all_.report(place() + " refers to number " + std::to_string(value + 1) + " of something that has " +
                        std::to_string(size));
        }
    }

    template <class T>
    void look(T const& value, bool is_needed) {
        if constexpr (std::same_as<T, ExprId> || std::same_as<T, VarId>) {
            std::size_t const size = std::same_as<T, ExprId> ? document_.exprs.size() : document_.variables.size();
            if (!value && is_needed) all_.report(place() + ": something is missing");
            if (value && value.index() >= size) all_.report(place() + " refers to something that is not there");
        } else if constexpr (requires { describe(*this, value); }) {
            ++depth_;
            describe(*this, value);
            --depth_;
        }
    }
    template <class T>
    void look(std::vector<T> const& values, bool) {
        // An expression in a list may be missing, a variable may not.
        for (T const& value : values) look(value, std::same_as<T, VarId>);
    }
    template <class T>
    void look(std::optional<T> const& value, bool) {
        if (value) look(*value, false);
    }

    Verification& all_;
    Document const& document_;
    std::string_view section_;
    std::size_t row_ = 0;
    int depth_ = 0;
    bool is_table_ = false;
};

// Visits the variables that expressions mention.
class MentionedVariables : public DocumentVisitor {
public:
    explicit MentionedVariables(Verification& all) : all_(all), is_seen_(all.exprs.size()) {}
    void begin_section(std::string_view name) { section_ = name; }
    void expression(ExprId root) {
        stack_.assign(1, root);
        while (!stack_.empty()) {
            ExprId const id = stack_.back();
            stack_.pop_back();
            if (is_seen_[id.index()]) continue;
            is_seen_[id.index()] = true;
            bool const is_variable = all_.exprs.kind(id) == ExprKind::variable;
            if (is_variable && all_.exprs.variable_of(id).index() >= all_.document.variables.size()) {
                all_.report(std::string(section_) + ": an expression mentions a variable that is not there");
            }
            for (ExprId const operand : all_.exprs.operands(id)) stack_.push_back(operand);
        }
    }

private:
    Verification& all_;
    std::vector<bool> is_seen_;
    std::vector<ExprId> stack_;
    std::string_view section_;
};

}  // namespace

bool verify_references(Verification& verification) {
    References const references(verification);
    if (!verification.good) return false;
    MentionedVariables mentioned(verification);
    visit_document(verification.document, mentioned);
    return verification.good;
}

}  // namespace moo
