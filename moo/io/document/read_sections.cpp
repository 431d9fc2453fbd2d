#include "moo/io/document/read_sections.h"

#include <charconv>

#include "moo/io/document/version.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view> wrong_version{
    DiagnosticKind::MooVersion, "the file has MOO version {}; this tool reads versions 0.2.0 to {}"};
constexpr Message<std::string_view> unknown_section{DiagnosticKind::MooMalformed, "there is no section `{}`"};
constexpr Message<std::string_view> section_twice{DiagnosticKind::MooMalformed, "the section `{}` occurs twice"};
constexpr Message<std::string_view, std::string_view> section_late{
    DiagnosticKind::MooMalformed, "the section `{}` comes after `{}`; sections have a fixed order"};

}  // namespace

// The archive that makes the list of sections.
class SectionList {
public:
    explicit SectionList(SectionReader& reader) : reader_(reader) {}

    void name(std::string_view section_name, Symbol& value) { field(section_name, value, true); }
    void field(std::string_view section_name, Symbol& value, bool is_name = false) {
        add(section_name, SectionShape::value, "item",
            [reader = &reader_, &value, section_name, is_name](RowTree& tree, Item item) {
                bool const good = RowReader(reader->context_, tree).read_value(item, value, section_name);
                if (good && is_name && !can_be_name(reader->context_.interner.text(value))) {
                    reader->report(tree.place(item),
                                   "the name of the model is empty or has characters that Modelica does not allow");
                }
                return false;
            });
    }
    void field(std::string_view section_name, std::string& value) {
        add(section_name, SectionShape::value, "item",
            [reader = &reader_, &value, section_name](RowTree& tree, Item item) {
                RowReader(reader->context_, tree).read_value(item, value, section_name);
                return false;
            });
    }
    template <class T>
    void field(std::string_view section_name, std::vector<T>& values) {
        add(section_name, SectionShape::rows, "item",
            [reader = &reader_, &values, section_name](RowTree& tree, Item item) {
                RowReader(reader->context_, tree).read_value(item, values.emplace_back(), section_name);
                return false;
            });
    }
    void files(std::string_view section_name) {
        add(section_name, SectionShape::rows, "item", [reader = &reader_](RowTree& tree, Item item) {
            std::string name;
            RowReader(reader->context_, tree).read_value(item, name, "files");
            reader->context_.files.add_name(name);
            return false;
        });
    }
    void shared(std::string_view section_name) {
        add(section_name, SectionShape::rows, "", [reader = &reader_](RowTree& tree, Item item) {
            ExprId expr;
            RowReader(reader->context_, tree).read_value(item, expr, "shared");
            // Also after an error: the numbers of the others stay right.
            reader->context_.builder.add_shared(expr ? expr : reader->context_.document.exprs.whole());
            return false;
        });
    }
    template <class T>
    void section(std::string_view section_name, T& thing) {
        add(section_name, SectionShape::object, row_name<T>, [reader = &reader_, &thing](RowTree& tree, Item item) {
            RowReader(reader->context_, tree).read_row(item, thing);
            return false;
        });
    }
    template <class T>
    void table(std::string_view section_name, std::vector<T>& rows) {
        if constexpr (std::same_as<T, FlatFunction>) {
            add(section_name, SectionShape::rows, row_name<T>,
                [reader = &reader_](RowTree& tree, Item item) { return reader->read_function(tree, item); });
        } else {
            add(section_name, SectionShape::rows, row_name<T>, [reader = &reader_, &rows](RowTree& tree, Item item) {
                T& row = rows.emplace_back();
                [[maybe_unused]] bool const good = RowReader(reader->context_, tree).read_row(item, row);
                if constexpr (std::same_as<T, ClockedPartition>) {
                    if (good) reader->check_set(row.equations, tree.place(item));
                }
                return false;
            });
        }
    }
    void types(std::string_view section_name, Document&) {
        add(section_name, SectionShape::rows, row_name<TypeRow>,
            [reader = &reader_](RowTree& tree, Item item) { return reader->read_type(tree, item); });
    }
    void variables(std::string_view section_name, Document&) {
        add(section_name, SectionShape::rows, (row_name<VariableRow<Variable, VariableFacts>>),
            [reader = &reader_](RowTree& tree, Item item) { return reader->read_variable(tree, item); });
    }
    void set(std::string_view section_name, EquationSet& set) {
        add(section_name, SectionShape::rows, row_name<SetBlock>,
            [reader = &reader_, &set](RowTree& tree, Item item) { return reader->read_block(tree, item, set); });
    }

private:
    void add(std::string_view section_name, SectionShape shape, std::string_view row,
             std::function<bool(RowTree&, Item)> read) {
        reader_.sections_.push_back({section_name, shape, row, std::move(read)});
    }
    SectionReader& reader_;
};

SectionReader::SectionReader(Document& document, SourceManager& sources, Interner& interner, Diagnostics& diagnostics)
    : context_(document, sources, interner, diagnostics) {
    SectionList list(*this);
    describe(list, document);
}

void SectionReader::report(SourceSpan place, std::string const& text) {
    context_.diagnostics.error(place, malformed_document, text);
}

// ---- the order of the sections ---------------------------------------------------------------------

bool SectionReader::check_version(std::string_view version, SourceSpan place) {
    int major = -1;
    int minor = -1;
    char const* const end = version.data() + version.size();
    auto const first = std::from_chars(version.data(), end, major);
    if (first.ec == std::errc() && first.ptr != end && *first.ptr == '.') std::from_chars(first.ptr + 1, end, minor);
    context_.builder.set_before_1(major == 0);
    bool const is_readable = major == 0 ? minor >= oldest_minor_version_of_0 : major == moo_major_version;
    if (is_readable && minor >= 0) return true;
    context_.diagnostics.error(place, wrong_version, version, moo_format_version);
    return false;
}

std::size_t SectionReader::rank_of(std::string_view name) const {
    std::size_t rank = 0;
    while (rank < sections_.size() && sections_[rank].name != name) ++rank;
    return rank;
}

ReadSection* SectionReader::find(std::string_view name) {
    std::size_t const rank = rank_of(name);
    return rank < sections_.size() ? &sections_[rank] : nullptr;
}

bool SectionReader::enter_section(std::size_t rank, SourceSpan place, bool may_be_again) {
    std::string_view const name = sections_[rank].name;
    if (rank + 1 == next_ && may_be_again) return true;
    if (rank + 1 == next_) {
        context_.diagnostics.error(place, section_twice, name);
        return false;
    }
    if (rank < next_) {
        context_.diagnostics.error(place, section_late, name, sections_[next_ - 1].name);
        return false;
    }
    next_ = rank + 1;
    check_late_columns();
    complete(rank);
    return true;
}

ReadSection* SectionReader::begin_section(std::string_view name, SourceSpan place) {
    std::size_t const rank = rank_of(name);
    if (rank == sections_.size()) {
        context_.diagnostics.error(place, unknown_section, name);
        return nullptr;
    }
    return enter_section(rank, place, false) ? &sections_[rank] : nullptr;
}

bool SectionReader::read(ReadSection& section, RowTree& tree, Item item) {
    ++section.rows;
    return section.read(tree, item);
}

void SectionReader::finish(SourceSpan place) {
    check_late_columns();
    complete(sections_.size());
    context_.files.finish();
    if (context_.builder.is_before_1()) add_what_was_implied();
    check_remembered();
    if (!context_.document.name) report(place, "the document has no `name`");
}

// What files before MOO 1.0 do not say.
void SectionReader::add_what_was_implied() {
    Document& document = context_.document;
    for (EquationSet* const set : {&document.initialization, &document.integration, &document.reinitialization}) {
        find_jacobians(*set);
    }
    for (ClockedPartition& partition : document.partitions) find_jacobians(partition.equations);
    for (SetEquation& equation : document.initialization.equations) {
        bool const is_start = equation.form == EquationForm::assignment && is_start_value(equation.provenance);
        equation.is_overridable = equation.is_overridable || is_start;
    }
}

// Occurrences of remembered values agree with the rows that they refer to.
void SectionReader::check_remembered() {
    Document const& document = context_.document;
    auto const row_of = [&](RememberedKind kind, std::size_t number) {
        auto const at = [&](auto const& rows, auto member) {
            return number <= rows.size() ? rows[number - 1].*member : ExprId();
        };
        switch (kind) {
            case RememberedKind::relation: return at(document.zero_crossings, &ZeroCrossing::relation);
            case RememberedKind::sampling: return at(document.samplings, &Sampling::call);
            case RememberedKind::delayed: return at(document.delays, &DelayOperator::call);
            case RememberedKind::transported: return at(document.transports, &TransportOperator::call);
        }
        return ExprId();
    };
    for (RememberedOccurrence const& each : context_.builder.remembered()) {
        ExprId const row = row_of(each.kind, each.number);
        if (row == each.expr) continue;
        std::string const name = std::string(word_of(each.kind)) + " " + std::to_string(each.number);
        report(each.place, row ? name + " is not the expression in the row of that number"
                               : "there is no " + name + " in the table that this refers to");
    }
}

// ---- types, functions, variables -------------------------------------------------------------------

bool SectionReader::read_type(RowTree& tree, Item item) {
    TypeRow row;
    if (!RowReader(context_, tree).read_row(item, row)) return false;
    for (TypeMember const& member : row.members) {
        if (row.kind != DeclaredKind::record || member.type) continue;
        report(tree.place(item), "a field of a record has no `type`");
        return false;
    }
    append_type(context_.document, row);
    TypeId const type = context_.document.types.back().type;
    if (!context_.names.add_type(row.name, type)) {
        report(tree.place(item), "the type `" + std::string(context_.interner.text(row.name)) + "` is declared twice");
    }
    return false;
}

// For now what a call has to know; the rest when the variables are there, which may be constants that it uses.
bool SectionReader::read_function(RowTree& tree, Item item) {
    std::size_t const index = context_.document.functions.size();
    FlatFunction& function = context_.document.functions.emplace_back();
    if (!RowReader(context_, tree, RowReader::Mode::without).read_row(item, function)) return false;
    if (!context_.names.add_function(function.name, index)) {
        report(tree.place(item),
               "the function `" + std::string(context_.interner.text(function.name)) + "` is declared twice");
        return false;
    }
    functions_.push_back({&tree, item, index});
    return true;
}

void SectionReader::complete_function(Kept const& kept) {
    std::size_t const locals = context_.document.functions[kept.index].variables.size();
    for (FunctionVariable const& variable : context_.document.functions[kept.index].variables) {
        context_.builder.bind(variable.name, variable.type);
    }
    FlatFunction function;
    RowReader(context_, *kept.tree).read_row(kept.item, function);
    context_.builder.unbind(locals);
    context_.document.functions[kept.index] = std::move(function);
}

bool SectionReader::read_variable(RowTree& tree, Item item) {
    Document& document = context_.document;
    Variable variable;
    VariableFacts facts;
    VariableRow<Variable, VariableFacts> row{variable, facts};
    RowReader reader(context_, tree, RowReader::Mode::tentative);
    if (!reader.read_row(item, row)) return false;
    VarId const id = document.variables.add(variable);
    document.facts.add(std::move(facts));
    if (!context_.names.add_variable(variable.name, id)) {
        report(tree.place(item),
               "the variable `" + std::string(context_.interner.text(variable.name)) + "` is declared twice");
        return false;
    }
    if (!reader.is_incomplete()) return false;
    variables_.push_back({&tree, item, id.index()});
    return true;
}

void SectionReader::complete(std::size_t rank) {
    if (!has_completed_functions_ && rank > rank_of("variables")) {
        has_completed_functions_ = true;
        for (Kept const& kept : functions_) complete_function(kept);
        if (on_declared) on_declared();
    }
    if (has_completed_variables_ || rank <= rank_of("shared")) return;
    has_completed_variables_ = true;
    for (Kept const& kept : variables_) {
        VarId const id(kept.index);
        VariableRow<Variable, VariableFacts> row{context_.document.variables[id], context_.document.facts[id]};
        RowReader(context_, *kept.tree).read_row(kept.item, row);
    }
    if (on_shared) on_shared();
}

// ---- sets ------------------------------------------------------------------------------------------

bool SectionReader::read_block(RowTree& tree, Item item, EquationSet& set) {
    SetBlock block;
    if (!RowReader(context_, tree).read_row(item, block)) return false;
    if (block.equations.empty()) {
        report(tree.place(item), "a block has no equations");
        return false;
    }
    std::size_t const first = set.equations.size();
    std::size_t const first_entry = set.jacobian.size();
    append_block(set, std::move(block));
    for (std::size_t i = first; i < set.equations.size(); ++i) check_equation(set, i, tree.place(item));
    for (std::size_t i = first_entry; i < set.jacobian.size(); ++i) {
        std::uint32_t const column = set.jacobian[i].column;
        if (column >= set.equations.size()) late_columns_.push_back({&set, column, tree.place(item)});
    }
    return false;
}

void SectionReader::check_late_columns() {
    for (LateColumn const& late : late_columns_) {
        if (late.column >= late.set->equations.size()) report_column(late.column, late.place);
    }
    late_columns_.clear();
}

void SectionReader::report_column(std::uint32_t column, SourceSpan place) {
    report(place, "there is no equation " + std::to_string(column + 1) + " in this set");
}

void SectionReader::check_set(EquationSet const& set, SourceSpan place) {
    for (std::size_t i = 0; i < set.equations.size(); ++i) check_equation(set, i, place);
    check_columns(set, place);
}

void SectionReader::check_equation(EquationSet const& set, std::size_t index, SourceSpan place) {
    ExprStore const& exprs = context_.document.exprs;
    ExprId const target = set.equations[index].target;
    bool const is_previous = target && exprs.is_builtin(target, Builtin::previous);
    if (target && exprs.referenced_variable(is_previous ? exprs.operand(target, 0) : target)) return;
    report(place, "what equation " + std::to_string(index + 1) +
                      " determines is neither a variable nor `der`, `pre` or `previous` of one");
}

void SectionReader::check_columns(EquationSet const& set, SourceSpan place) {
    for (JacobianEntry const& entry : set.jacobian) {
        if (entry.column >= set.equations.size()) return report_column(entry.column, place);
    }
}

}  // namespace moo
