// Types, functions and statements as Modelica text: what Base Modelica and MOO write alike.
#pragma once

#include "moo/io/write_declaration.h"

namespace moo {

struct ClassWriter {
    ClassWriter(ExprStore const& store, std::vector<FlatType> const& flat_types,
                std::vector<FlatFunction> const& flat_functions, Interner const& symbols,
                VariableNames const& written_names)
        : exprs(store), types(flat_types), functions(flat_functions), interner(symbols), names(written_names) {}
    virtual ~ClassWriter() = default;
    ClassWriter(ClassWriter const&) = delete;
    ClassWriter& operator=(ClassWriter const&) = delete;

    ExprStore const& exprs;
    std::vector<FlatType> const& types;
    std::vector<FlatFunction> const& functions;
    Interner const& interner;
    VariableNames const& names;
    NameStyle style = NameStyle::quoted;
    SizePlace sizes = SizePlace::behind_type;
    // What the draft of Base Modelica asks for: no default arguments, record constructors as functions, `pure`.
    bool is_strict = false;
    TextWriter out;

    // Indentation, and what says where it comes from if that stands in front.
    virtual void start_line(SourceSpan source, Symbol instance = {}, ProvenanceKind origin = ProvenanceKind::equation);
    // ` "text";` and the end of the line, with the place if that stands behind.
    void end_line(Symbol description, SourceSpan source = {});
    // Whether places stand in annotations, and this one does; then `source = "…"`.
    [[nodiscard]] virtual bool has_source(SourceSpan) const { return false; }
    virtual void write_source(SourceSpan) {}

    void write_expr(ExprId expr) { print(out, exprs, expr, names); }
    void write_name(Symbol name) { names.write_identifier(out, name); }
    // `f(a, b)`; arguments without value are left out.
    void write_call(std::string_view name, std::initializer_list<ExprId> arguments);
};

// `a, b` behind `before` and in front of `after`; nothing at all if nothing was added.
class ListWriter {
public:
    ListWriter(TextWriter& out, std::string_view before, std::string_view after)
        : out_(out), before_(before), after_(after) {}
    ~ListWriter() {
        if (!is_empty_) out_.write(after_);
    }
    ListWriter(ListWriter const&) = delete;
    ListWriter& operator=(ListWriter const&) = delete;

    void next() {
        out_.write(is_empty_ ? before_ : ", ");
        is_empty_ = false;
    }
    void add(std::string_view text) {
        next();
        out_.write(text);
    }

private:
    TextWriter& out_;
    std::string_view before_;
    std::string_view after_;
    bool is_empty_ = true;
};

// All types and functions. The constructor and destructor of an external object, which are functions `T.constructor`
// and `T.destructor`, stand in the class of the object.
void write_classes(ClassWriter& writer);
// The functions in the order in which they are written: by their places, `inside` of them in objects.
struct FunctionOrder {
    std::vector<std::size_t> places;
    std::size_t inside = 0;
};
[[nodiscard]] FunctionOrder written_order(ClassWriter const& writer);
void write_statements(ClassWriter& writer, std::vector<FlatStatement> const& statements, Symbol instance);

// `if c then … elseif d then … else … end if`; the same for when.
template <class Branch, class WriteBody>
void write_branches(ClassWriter& writer, std::vector<Branch> const& branches, std::string_view first,
                    std::string_view next, WriteBody write_body) {
    TextWriter& out = writer.out;
    for (std::size_t i = 0; i < branches.size(); ++i) {
        if (i > 0) out.indent();
        if (branches[i].condition) {
            out.write(i == 0 ? first : next);
            out.write(' ');
            writer.write_expr(branches[i].condition);
            out.write(" then\n");
        } else {
            out.write("else\n");
        }
        out.deeper();
        write_body(branches[i].body);
        out.shallower();
    }
    out.indent();
    out.write("end ");
    out.write(first);
}

// `for i in r loop … end for` with what stands between `for` and the end.
template <class Branch, class WriteBody>
void write_loop(ClassWriter& writer, std::string_view keyword, Symbol iterator, ExprId range_or_condition,
                std::vector<Branch> const& branches, WriteBody write_body) {
    TextWriter& out = writer.out;
    out.write(keyword);
    out.write(' ');
    if (iterator) {
        writer.write_name(iterator);
        out.write(" in ");
    }
    writer.write_expr(range_or_condition);
    out.write(" loop\n");
    out.deeper();
    for (Branch const& branch : branches) write_body(branch.body);
    out.shallower();
    out.indent();
    out.write("end ");
    out.write(keyword);
}

}  // namespace moo
