#include "backends/example/emit_example.h"

#include <algorithm>

#include "backends/common/c_text.h"
#include "moo/base/text_writer.h"
#include "moo/model/names.h"

namespace moo {

namespace {

class ExampleEmitter {
public:
    ExampleEmitter(Document const& document, Interner const& interner, SourceManager const& sources)
        : document_(document), sources_(sources), names_(document.variables, interner, NameStyle::plain) {
        title_ = identifier_text(interner.text(document.name), NameStyle::plain);
    }

    // One function for each step of "What a back end does" in docs/moo.md.
    std::string run() {
        out_.line("simulate " + title_);
        emit_parameters();
        emit_set("at the start", document_.initialization);
        emit_set("between events", document_.integration);
        emit_crossings();
        emit_set("at events, until nothing changes", document_.reinitialization);
        emit_assertions();
        return out_.take();
    }

private:
    // Expressions are trees in a store, identified by an id; `document_.exprs` has their nodes. This back end prints
    // them as Modelica. For another notation write a `switch` over ExprKind without `default`, on a stack of your own,
    // as backends/xml/xml_expressions.cpp does. If the output is to run, begin with `lower_model`
    // (moo/program/model_program.h) instead.
    [[nodiscard]] std::string text(ExprId expr) const { return to_string(document_.exprs, expr, names_); }
    // Names and texts can come from anyone. Here, names are quoted like Modelica identifiers. In comments, strings and
    // file names they have to be escaped in other ways.
    [[nodiscard]] std::string text(VarId variable) const {
        TextWriter name;
        names_.write_variable(name, variable);
        return name.take();
    }
    [[nodiscard]] std::string place(SourceSpan source) const {
        return source.begin.has_value() ? "  // " + c_comment_text(sources_.place_text(source.begin)) : std::string();
    }

    void begin(std::string const& title) {
        out_.line(title);
        out_.deeper();
    }

    // p: in an order in which they can be computed. A user may give a parameter another value.
    void emit_parameters() {
        if (document_.parameter_order.empty()) return;
        begin("parameters");
        for (VarId const id : document_.parameter_order) {
            Variable const& variable = document_.variables[id];
            out_.line(text(id) + " := " + text(variable.binding) + place(variable.source));
        }
        out_.shallower();
    }

    // iEq, Eq or riEq: block after block. The equation of a block of one is an assignment, unless it has to be solved
    // by iteration; a block of several equations is solved as a whole. It may be torn: assignments come before its
    // residuals, and only the targets of the residuals are iterated over.
    void emit_set(std::string const& title, EquationSet const& set) {
        if (set.empty()) return;
        begin(title);
        std::uint32_t index = 0;
        for (std::size_t i = 0; i < set.block_count(); ++i) {
            auto const block = set.block(i);
            if (set.blocks[i].kind != BlockKind::assign) emit_unknowns(block, set.blocks[i].kind);
            for (SetEquation const& equation : block) emit_equation(equation, index++);
            if (set.blocks[i].kind != BlockKind::assign) out_.shallower();
        }
        out_.shallower();
    }

    void emit_unknowns(std::span<SetEquation const> block, BlockKind kind) {
        std::string unknowns;
        for (SetEquation const& equation : block) {
            if (equation.form != EquationForm::residual) continue;
            unknowns += (unknowns.empty() ? "" : ", ") + text(equation.target);
        }
        begin((kind == BlockKind::linear ? "solve the linear system for " : "solve for ") + unknowns);
    }

    void emit_equation(SetEquation const& equation, std::uint32_t index) {
        std::string const target = text(equation.target);
        std::string const value = text(equation.value);
        switch (equation.form) {
            case EquationForm::assignment:
                return out_.line(target + " := " + value + place(equation.provenance.source));
            case EquationForm::residual: return out_.line("0 = " + value + place(equation.provenance.source));
            case EquationForm::instant: {
                // With a state as target it is a reinit, which takes effect at the end of the pass.
                bool const is_reinit =
                    document_.role(document_.exprs.referenced_variable(equation.target)) == Role::state;
                out_.line("when " + conditions_of(index) + ": " + (is_reinit ? "reinit " : "") + target +
                          " := " + value + place(equation.provenance.source));
                return;
            }
        }
    }

    // w: the conditions that make an equation of riEq active when they become true.
    [[nodiscard]] std::string conditions_of(std::uint32_t index) const {
        std::string conditions;
        for (WhenCondition const& when : document_.when_conditions) {
            if (std::ranges::find(when.equations, index) == when.equations.end()) continue;
            conditions += (conditions.empty() ? "" : ", or ") + text(when.condition);
        }
        return conditions + " becomes true";
    }

    // z: what ends a step of the integrator.
    void emit_crossings() {
        if (document_.zero_crossings.empty()) return;
        begin("an event is where one of these changes");
        for (ZeroCrossing const& crossing : document_.zero_crossings) {
            out_.line(text(crossing.relation) + ", a root of " + text(crossing.function));
        }
        out_.shallower();
    }

    void emit_assertions() {
        for (Assertion const& assertion : document_.assertions) {
            out_.line("always check " + text(assertion.condition) + ", or say " + text(assertion.message) +
                      place(assertion.source));
        }
    }

    Document const& document_;
    SourceManager const& sources_;
    VariableNames names_;
    std::string title_;
    TextWriter out_;
};

}  // namespace

std::string emit_example(Document const& document, Interner const& interner, SourceManager const& sources) {
    return ExampleEmitter(document, interner, sources).run();
}

}  // namespace moo
