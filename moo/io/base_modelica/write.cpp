#include "moo/io/base_modelica/write.h"

#include <map>
#include <tuple>

#include "moo/io/write_declaration.h"
#include "moo/syntax/literal.h"

namespace moo {

namespace {

// The numbered places of the file, in the order of their first use.
class SourceTable {
public:
    explicit SourceTable(SourceManager const& sources) : sources_(sources) {}

    // 0 for a position that is nowhere.
    std::uint32_t number_of(SourceLoc loc) {
        DecodedLoc const place = sources_.decode(loc);
        if (place.line == 0) return 0;
        auto const [file, is_new_file] = file_numbers_.try_emplace(std::string(place.file), files_.size() + 1);
        if (is_new_file) files_.emplace_back(place.file);
        Entry const entry{file->second, place.line, place.column};
        auto const [known, is_new] = numbers_.try_emplace(entry, static_cast<std::uint32_t>(entries_.size() + 1));
        if (is_new) entries_.push_back(entry);
        return known->second;
    }

    void write(TextWriter& out) const {
        out.line("annotation(SourceLocations(__moo(");
        out.deeper();
        out.indent();
        out.write("files = {");
        for (std::size_t i = 0; i < files_.size(); ++i) {
            if (i > 0) out.write(", ");
            out.write(escape_string(files_[i]));
        }
        out.write("},\n");
        out.indent();
        out.write("table = {");
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            if (i > 0) out.write(", ");
            auto const& [file, line, column] = entries_[i];
            out.write("{");
            out.write_integer(static_cast<std::int64_t>(file));
            out.write(", ");
            out.write_integer(line);
            out.write(", ");
            out.write_integer(column);
            out.write("}");
        }
        out.write("})));\n");
        out.shallower();
    }
    [[nodiscard]] bool empty() const { return entries_.empty(); }

private:
    using Entry = std::tuple<std::size_t, std::uint32_t, std::uint32_t>;
    SourceManager const& sources_;
    std::vector<std::string> files_;
    std::map<std::string, std::size_t> file_numbers_;
    std::vector<Entry> entries_;
    std::map<Entry, std::uint32_t> numbers_;
};

class Writer {
public:
    Writer(FlatModel const& model, Interner const& interner, SourceManager const& sources)
        : model_(model), interner_(interner), names_(model.variables, interner, NameStyle::quoted), sources_(sources) {}

    std::string run() {
        std::string const name = identifier_text(interner_.text(model_.name), NameStyle::quoted);
        out_.line("//! base 0.1.0");
        out_.line("package " + name);
        out_.deeper();
        out_.indent();
        out_.write("model " + name);
        write_description(out_, interner_, model_.description);
        out_.write("\n");
        out_.deeper();
        for (Variable const& variable : model_.variables) write_variable(variable);
        out_.shallower();
        write_section("initial equation", model_.initial_equations);
        write_section("equation", model_.equations);
        if (write_experiment(out_, "    annotation(", model_.experiment)) out_.write(");\n");
        out_.line("end " + name + ";");
        if (!sources_.empty()) sources_.write(out_);
        out_.shallower();
        out_.line("end " + name + ";");
        return out_.take();
    }

private:
    void write_expr(ExprId expr) { print(out_, model_.exprs, expr, names_); }

    void start_decorated(SourceSpan source) {
        out_.indent();
        std::uint32_t const number = sources_.number_of(source.begin);
        if (number == 0) return;
        out_.write("@");
        out_.write_integer(number);
        out_.write(" ");
    }

    void write_variable(Variable const& variable) {
        start_decorated(variable.source);
        write_declaration(out_, {model_.exprs, interner_, names_, NameStyle::quoted}, variable);
        out_.write(";\n");
    }

    void write_section(char const* keyword, std::vector<FlatEquation> const& equations) {
        if (equations.empty()) return;
        out_.line(keyword);
        out_.deeper();
        for (FlatEquation const& equation : equations) write_equation(equation);
        out_.shallower();
    }

    void write_equation(FlatEquation const& equation) {
        start_decorated(equation.source);
        switch (equation.kind) {
            case FlatEquationKind::equality:
                write_left_side(equation.a);
                out_.write(" = ");
                write_expr(equation.b);
                break;
            case FlatEquationKind::reinit: write_call("reinit", {equation.a, equation.b}); break;
            case FlatEquationKind::assertion: write_call("assert", {equation.a, equation.b}); break;
            case FlatEquationKind::terminate: write_call("terminate", {equation.a}); break;
            case FlatEquationKind::if_: write_branches(equation, "if", "elseif"); break;
            case FlatEquationKind::when: write_branches(equation, "when", "elsewhen"); break;
        }
        write_description(out_, interner_, equation.description);
        out_.write(";\n");
    }

    // The grammar has a simple-expression there, which an if-expression is only in parentheses.
    void write_left_side(ExprId expr) {
        bool const is_if = model_.exprs.kind(expr) == ExprKind::if_else;
        if (is_if) out_.write("(");
        write_expr(expr);
        if (is_if) out_.write(")");
    }

    void write_call(char const* name, std::initializer_list<ExprId> arguments) {
        out_.write(name);
        char const* separator = "(";
        for (ExprId const argument : arguments) {
            out_.write(separator);
            write_expr(argument);
            separator = ", ";
        }
        out_.write(")");
    }

    void write_branches(FlatEquation const& equation, std::string const& first, std::string const& next) {
        bool is_first = true;
        for (FlatBranch const& branch : equation.branches) {
            if (!is_first) out_.indent();
            if (branch.condition) {
                out_.write((is_first ? first : next) + " ");
                write_expr(branch.condition);
                out_.write(" then\n");
            } else {
                out_.write("else\n");
            }
            is_first = false;
            out_.deeper();
            for (FlatEquation const& inner : branch.body) write_equation(inner);
            out_.shallower();
        }
        out_.indent();
        out_.write("end " + first);
    }

    FlatModel const& model_;
    Interner const& interner_;
    VariableNames names_;
    SourceTable sources_;
    TextWriter out_;
};

}  // namespace

std::string write_base_modelica(FlatModel const& model, Interner const& interner, SourceManager const& sources) {
    return Writer(model, interner, sources).run();
}

}  // namespace moo
