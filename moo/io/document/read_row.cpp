#include "moo/io/document/read_row.h"

#include "moo/syntax/literal.h"

namespace moo {

namespace {

// Which parts a statement has: each kind needs its own.
bool has_form(FlatStatement const& statement) {
    auto const has = [&](bool a, bool b, bool c, bool iterator, std::size_t fewest, std::size_t most) {
        std::size_t const branches = statement.branches.size();
        return statement.a.has_value() == a && statement.b.has_value() == b && statement.c.has_value() == c &&
               statement.iterator.has_value() == iterator && branches >= fewest && branches <= most;
    };
    // All branches have a condition, but for that of `else`.
    auto const has_conditions = [&](bool may_end_with_else) {
        for (std::size_t i = 0; i < statement.branches.size(); ++i) {
            bool const may_be_else = may_end_with_else && i > 0 && i + 1 == statement.branches.size();
            if (!statement.branches[i].condition && !may_be_else) return false;
        }
        return true;
    };
    auto const is_loop = [&] { return !statement.branches[0].condition; };
    constexpr std::size_t many = std::numeric_limits<std::size_t>::max();
    switch (statement.kind) {
        case FlatStatementKind::assignment:
        case FlatStatementKind::reinit: return has(true, true, false, false, 0, 0);
        case FlatStatementKind::call:
        case FlatStatementKind::terminate: return has(true, false, false, false, 0, 0);
        case FlatStatementKind::assertion: return has(true, true, statement.c.has_value(), false, 0, 0);
        case FlatStatementKind::if_: return has(false, false, false, false, 1, many) && has_conditions(true);
        case FlatStatementKind::when: return has(false, false, false, false, 1, many) && has_conditions(false);
        case FlatStatementKind::for_: return has(true, false, false, true, 1, 1) && is_loop();
        case FlatStatementKind::while_: return has(true, false, false, false, 1, 1) && is_loop();
        case FlatStatementKind::break_:
        case FlatStatementKind::return_: return has(false, false, false, false, 0, 0);
    }
    return false;
}

struct OldOrigin {
    std::string_view text;
    ProvenanceKind kind;
};

// The texts of versions 0.2 to 0.5 that are not the words of today.
constexpr OldOrigin old_origins[] = {
    {"state machine", ProvenanceKind::state_machine},
    {"initial equation", ProvenanceKind::initial_equation},
    {"initial algorithm", ProvenanceKind::initial_algorithm},
    {"when-equation", ProvenanceKind::when_equation},
    {"when-condition", ProvenanceKind::when_condition},
    {"step of floor", ProvenanceKind::step_of_floor},
    {"step of ceil", ProvenanceKind::step_of_ceil},
    {"step of integer", ProvenanceKind::step_of_integer},
    {"step of div", ProvenanceKind::step_of_div},
    {"stage of a solver method", ProvenanceKind::method_stage},
    {"input of a solver method", ProvenanceKind::method_input},
    {"differentiated expression", ProvenanceKind::differentiated_expression},
    {"derivative of a state", ProvenanceKind::state_derivative},
    {"state of a set", ProvenanceKind::set_state},
    {"binding of a parameter", ProvenanceKind::parameter_binding},
    {"when initial()", ProvenanceKind::initial_when},
    {"no event, so unchanged", ProvenanceKind::no_event},
    {"when initial(), so unchanged", ProvenanceKind::initial_when_over},
    {"start value, fixed", ProvenanceKind::fixed_start},
    {"start value, not fixed, but nothing else determines it", ProvenanceKind::guessed_start},
    {"default start value, as nothing else determines it", ProvenanceKind::default_start},
};

// Texts that no version of ours has written say nothing that we know.
void read_old_origin(std::string_view text, Provenance& provenance) {
    constexpr std::string_view solved = ", loop solved symbolically";
    if (text.ends_with(solved)) {
        provenance.is_loop_solved = true;
        text.remove_suffix(solved.size());
    }
    if (text == "differentiated once") provenance.differentiations = 1;
    if (text == "differentiated twice") provenance.differentiations = 2;
    if (text == "differentiated several times") provenance.differentiations = 3;
    NameList const kinds = names_of(ProvenanceKind());
    if (auto const kind = std::find(kinds.begin(), kinds.end(), text); kind != kinds.end()) {
        provenance.kind = static_cast<ProvenanceKind>(kind - kinds.begin());
    }
    for (OldOrigin const& old : old_origins) {
        if (old.text == text) provenance.kind = old.kind;
    }
}

}  // namespace

void RowReader::report(SourceSpan place, std::string const& text) {
    good_ = false;
    context_.diagnostics.error(place, malformed_document, text);
}

void RowReader::fail(Item item, std::string_view field_name, std::string_view what) {
    report(tree_.place(item), "`" + std::string(field_name) + "` " + std::string(what));
}

void RowReader::missing(std::string_view field_name) {
    if (is_rest_) return;
    report(tree_.place(object_), "`" + std::string(field_name) + "` is missing");
}

void RowReader::check_fields(std::size_t first) {
    std::vector<RowField> const& given = context_.given;
    for (std::size_t i = first; i < given.size(); ++i) {
        if (given[i].is_taken) continue;
        bool const is_twice =
            std::any_of(given.begin() + static_cast<std::ptrdiff_t>(first), given.end(),
                        [&](RowField const& each) { return each.is_taken && each.name == given[i].name; });
        std::string const name = "`" + std::string(given[i].name) + "`";
        return report(tree_.place(given[i].value),
                      is_twice ? name + " is given twice" : "there is no field " + name + " here");
    }
}

// ---- origins of old versions ---------------------------------------------------------------------------

void RowReader::read_old_provenance(Provenance& provenance) {
    std::string origin;
    field("origin", origin);
    read_old_origin(origin, provenance);
    // A file without a header may be of any version.
    field("differentiations", provenance.differentiations);
    field("loopSolved", provenance.is_loop_solved);
    field("instance", provenance.instance);
    field("source", provenance.source);
}

// ---- indices ---------------------------------------------------------------------------------------

std::size_t RowReader::size_of(IndexOf table) const {
    Document const& document = context_.document;
    switch (table) {
        case IndexOf::same_set:
        case IndexOf::same_row: break;
        case IndexOf::reinitialization: return document.reinitialization.equations.size();
        case IndexOf::integration: return document.integration.equations.size();
        case IndexOf::when_conditions: return document.when_conditions.size();
        case IndexOf::clocks: return document.clocks.size();
    }
    return std::numeric_limits<std::uint32_t>::max();
}

void RowReader::check_index(Item item, std::int64_t number, IndexOf table, std::uint32_t& value) {
    std::size_t const size = size_of(table);
    if (number < 1 || static_cast<std::uint64_t>(number) > size) {
        return report(tree_.place(item), "there is no number " + std::to_string(number) + " in what this refers to");
    }
    value = static_cast<std::uint32_t>(number - 1);
}

// ---- values ----------------------------------------------------------------------------------------

void RowReader::read(Item item, bool& value, std::string_view field_name) {
    auto const given = tree_.boolean(item);
    if (!given) return fail(item, field_name, "is neither true nor false");
    value = *given;
}

void RowReader::read(Item item, double& value, std::string_view field_name) {
    auto const given = tree_.real(item);
    if (!given) return fail(item, field_name, "is not a number");
    value = *given;
}

void RowReader::read(Item item, std::string& value, std::string_view field_name) {
    auto const given = tree_.text(item);
    if (!given) return fail(item, field_name, "is not a text");
    value = *given;
}

void RowReader::read(Item item, Symbol& value, std::string_view field_name) {
    auto const given = tree_.text(item);
    if (!given) return fail(item, field_name, "is not a text");
    value = context_.interner.intern(*given);
}

void RowReader::read(Item item, ExprId& value, std::string_view) {
    if (mode_ == Mode::without) return;
    value = tree_.expression(item, context_.builder);
    if (value) return;
    if (mode_ == Mode::tentative && context_.builder.is_something_missing()) {
        is_incomplete_ = true;
        return;
    }
    report(tree_.error_place(), context_.builder.error());
}

void RowReader::read(Item item, VarId& value, std::string_view field_name) {
    value = context_.names.variable(tree_.variable_name(item));
    if (value) return;
    if (mode_ != Mode::full) {
        is_incomplete_ = true;
        return;
    }
    fail(item, field_name, "is not the name of a variable");
}

void RowReader::read(Item item, TypeId& value, std::string_view field_name) {
    TypeTable& types = context_.document.exprs.types();
    auto const text = is_before_1() ? tree_.text(item) : std::nullopt;
    auto const type = text ? context_.names.parse_type(*text, types) : read_type(tree_, item, context_.names, types);
    if (!type) return fail(item, field_name, "is not a type that is declared before");
    value = *type;
}

void RowReader::read(Item item, SourceSpan& value, std::string_view field_name) {
    auto const text = tree_.text(item);
    auto const place = text ? context_.files.place(*text, tree_.place(item)) : std::nullopt;
    if (!place) return fail(item, field_name, "is not \"file:line:column\" with the number of a file");
    value = *place;
}

// All results of a call are wanted where they are assigned to a list of variables, or thrown away.
void RowReader::read(Item item, FlatStatement& statement, std::string_view field_name) {
    read<FlatStatement>(item, statement, field_name);
    ExprStore const& exprs = context_.document.exprs;
    if (statement.kind == FlatStatementKind::call && statement.a) {
        statement.a = context_.builder.with_all_outputs(statement.a);
    }
    if (mode_ == Mode::full && good_ && !has_form(statement)) {
        fail(item, field_name, "has a statement without what its kind needs, or with more");
    }
    bool const has_targets = statement.a && statement.b && exprs.kind(statement.a) == ExprKind::tuple;
    if (has_targets) statement.b = context_.builder.with_all_outputs(statement.b);
}

// Its name is written into code of another language as it is.
void RowReader::read(Item item, FlatExternal& external, std::string_view field_name) {
    read<FlatExternal>(item, external, field_name);
    if (external.function && !is_identifier(context_.interner.text(external.function))) {
        fail(item, "function", "of an external function is not an identifier");
    }
}

}  // namespace moo
