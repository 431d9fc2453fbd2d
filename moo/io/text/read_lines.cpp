#include "moo/io/text/read_lines.h"

#include <algorithm>

#include "moo/io/text/text_forms.h"

namespace moo {

namespace {

std::uint32_t as_index(std::int64_t number) { return static_cast<std::uint32_t>(number - 1); }

}  // namespace

LineReader::LineReader(ast::Ast const& ast, SectionReader& sections, AstExpressions& expressions, TextTree& tree)
    : ast_(ast),
      sections_(sections),
      context_(sections.context()),
      document_(sections.context().document),
      expressions_(expressions),
      tree_(tree) {
    for (std::size_t rank = 0; rank < sections.section_count(); ++rank) {
        ReadSection const& section = sections.section(rank);
        Form form = Form::rows;
        if (section.shape == SectionShape::object) form = Form::object;
        if (section.row == "item") form = Form::list;
        // These are before the model or in its annotation.
        bool const is_elsewhere = section.shape == SectionShape::value || section.name == "options" ||
                                  section.name == "requires" || section.name == "slice" || section.name == "files" ||
                                  section.name == "experiment" || section.name == "types" ||
                                  section.name == "functions" || section.name == "variables";
        bool const is_special = section.name == "parameters" || section.name == "triggers" ||
                                section.name == "assertions" || section.row == row_name<SetBlock>;
        if (!is_elsewhere && !is_special) lines_[context_.interner.intern(section.name)] = {form, rank, nullptr};
    }
    auto const add = [&](std::string_view name, Form form, std::string_view section) {
        lines_[context_.interner.intern(name)] = {form, sections.rank_of(section), nullptr};
    };
    add("p", Form::list, "parameters");
    add("z", Form::crossings, "zeroCrossings");
    add("w", Form::conditions, "whenConditions");
    add("c", Form::triggers, "triggers");
    std::array<EquationSet*, 3> const sets{&document_.initialization, &document_.integration,
                                           &document_.reinitialization};
    for (std::size_t i = 0; i < sets.size(); ++i)
        add_set(std::string(set_names[i].prefix), set_names[i].section, *sets[i]);
}

void LineReader::add_set(std::string const& prefix, std::string_view section, EquationSet& set) {
    std::size_t const rank = sections_.rank_of(section);
    lines_[context_.interner.intern(prefix + "Eq")] = {Form::equation, rank, &set};
    lines_[context_.interner.intern(prefix + "Block")] = {Form::block, rank, &set};
    lines_[context_.interner.intern(prefix + "Jac")] = {Form::jacobian, rank, &set};
    lines_[context_.interner.intern(prefix + "Known")] = {Form::known, rank, &set};
}

// ---- small pieces ----------------------------------------------------------------------------------

// 0 if it is not a number from 1 on.
std::int64_t LineReader::integer_of(ast::ExprId id) const {
    ast::Expr const& expr = ast_[id];
    bool const is_number = expr.kind == ast::ExprKind::integer && expr.integer > 0 && expr.integer <= 0x7fffffff;
    return is_number ? expr.integer : 0;
}

std::span<ast::ExprId const> LineReader::array_of(ast::ExprId id) const {
    return ast_[id].kind == ast::ExprKind::array ? ast_.elements(id) : std::span<ast::ExprId const>();
}

std::string_view LineReader::raw_text(ast::ExprId id) const {
    if (ast_[id].kind != ast::ExprKind::string) return {};
    std::string_view const literal = ast_.text(ast_[id].span);
    return literal.substr(1, literal.size() - 2);
}

ExprId LineReader::read_expression(ast::ExprId id) {
    ExprId const value = expressions_.read(id);
    if (!value) fail(ast_[expressions_.wrong()].span, context_.builder.error());
    return value;
}

template <class Row>
void LineReader::read_annotation(ast::ModificationId annotation, Row& row,
                                 std::span<std::string_view const> elsewhere) {
    if (annotation) RowReader(context_, tree_).read_rest(TextTree::item(annotation), row, elsewhere);
}

// ---- lines -----------------------------------------------------------------------------------------

std::optional<LineReader::Left> LineReader::read_left(ast::Equation const& equation) {
    ast::ExprId const left = equation.kind == ast::EquationKind::equality ? ast_.strip(equation.lhs) : ast::ExprId();
    if (!left || ast_[left].kind != ast::ExprKind::reference) {
        fail(equation.span, "an equation of a MOO file begins with the name of a set, such as `Eq[1,1]`");
        return std::nullopt;
    }
    auto const parts = ast_.reference_parts(left);
    SourceSpan const span = ast_[left].span;
    if (parts.size() == 2) return read_partition_left(parts, span);
    if (parts[0].name != last_name_ || !last_name_) {
        auto const found = lines_.find(parts[0].name);
        if (found == lines_.end() || parts.size() != 1) {
            fail(span, "there is no such set or section");
            return std::nullopt;
        }
        last_name_ = parts[0].name;
        last_line_ = found->second;
    }
    return Left{last_line_, ast_.items(parts[0].subscripts), span};
}

// `partitions[1].Eq[1,1]`: the sets of a clocked partition.
std::optional<LineReader::Left> LineReader::read_partition_left(std::span<ast::ReferencePart const> parts,
                                                                SourceSpan span) {
    auto const indices = ast_.items(parts[0].subscripts);
    std::int64_t const number = indices.size() == 1 ? integer_of(indices[0]) : 0;
    auto const found = lines_.find(parts[1].name);
    bool const is_partition = context_.interner.text(parts[0].name) == "partitions" && number > 0 &&
                              number == static_cast<std::int64_t>(document_.partitions.size());
    bool const is_set = found != lines_.end() && found->second.set == &document_.integration;
    if (!is_partition || !is_set) {
        fail(span, "this is not a set of the partition before it");
        return std::nullopt;
    }
    Line line = found->second;
    line.set = &document_.partitions.back().equations;
    line.rank = sections_.rank_of("partitions");
    return Left{line, ast_.items(parts[1].subscripts), span};
}

void LineReader::read(ast::EquationId id) {
    ast::Equation const& equation = ast_[id];
    if (equation.kind == ast::EquationKind::expression) return read_assertion(id);
    auto const left = read_left(equation);
    if (!left) return;
    Line const& line = left->line;
    bool const is_entered = line.rank == rank_;
    if (!is_entered && !sections_.enter_section(line.rank, left->span, true)) return;
    rank_ = line.rank;
    bool const is_list = line.form != Form::object && line.form != Form::rows;
    if (is_list && ast_[equation.rhs].kind != ast::ExprKind::array) {
        return fail(ast_[equation.rhs].span, "expected a list in braces");
    }
    switch (line.form) {
        case Form::unknown: return;
        case Form::equation: return read_equation(equation, *left);
        case Form::block: return read_block(equation, *left);
        case Form::jacobian:
        case Form::known: return read_entries(equation, *left);
        case Form::crossings: return read_crossings(equation);
        case Form::conditions: return read_conditions(equation);
        case Form::triggers: return read_triggers(equation);
        case Form::list: {
            ReadSection& section = sections_.section(line.rank);
            if (section.rows > 0 || !left->indices.empty())
                return fail(left->span, "this list is there twice, or has an index");
            for (ast::ExprId const element : array_of(equation.rhs))
                sections_.read(section, tree_, TextTree::item(element));
            return;
        }
        case Form::object:
            if (sections_.section(line.rank).rows > 0 || !left->indices.empty()) {
                return fail(left->span, "this section is there twice, or has an index");
            }
            sections_.read(sections_.section(line.rank), tree_, TextTree::item(equation.rhs));
            return;
        case Form::rows: return read_row(equation, *left);
    }
}

// `section[number] = row(…)`, in order.
void LineReader::read_row(ast::Equation const& equation, Left const& left) {
    std::int64_t const number = left.indices.size() == 1 ? integer_of(left.indices[0]) : 0;
    ReadSection& section = sections_.section(left.line.rank);
    if (section.name == "zeroCrossings") return read_rest(equation, number, document_.zero_crossings, crossing_fields);
    if (section.name == "whenConditions")
        return read_rest(equation, number, document_.when_conditions, condition_fields);
    if (number != static_cast<std::int64_t>(section.rows) + 1) {
        return fail(left.span, "the rows of a section are numbered from 1 without gaps");
    }
    sections_.read(section, tree_, TextTree::item(equation.rhs));
}

template <class Row>
void LineReader::read_rest(ast::Equation const& equation, std::int64_t number, std::vector<Row>& rows,
                           std::span<std::string_view const> elsewhere) {
    if (number < 1 || number > static_cast<std::int64_t>(rows.size())) {
        return fail(equation.span, "the set has no entry of that number before this line");
    }
    RowReader(context_, tree_).read_rest(TextTree::item(equation.rhs), rows[as_index(number)], elsewhere);
}

// ---- sets ------------------------------------------------------------------------------------------

void LineReader::read_equation(ast::Equation const& equation, Left const& left) {
    EquationSet& set = *left.line.set;
    auto const parts = array_of(equation.rhs);
    if (parts.size() != 3 || ast_[parts[2]].kind != ast::ExprKind::string) {
        return fail(equation.span, "expected {variable, expression, \"ass\" or \"res\" or \"inst\"}");
    }
    auto const number = static_cast<std::int64_t>(set.equations.size()) + 1;
    std::int64_t const block = left.indices.empty() ? 0 : integer_of(left.indices[0]);
    std::int64_t const given_number = left.indices.size() > 1 ? integer_of(left.indices[1]) : number;
    auto const last_block = static_cast<std::int64_t>(set.block_count());
    bool const in_order = block > 0 && (block == last_block + 1 || block == last_block);
    if (!in_order || given_number != number || left.indices.size() > 2) {
        return fail(equation.span, "the blocks and equations of a set are numbered from 1 without gaps");
    }
    SetRow row;
    SetEquation& result = row.equation;
    NameList const forms = names_of(EquationForm());
    auto const form = std::find(forms.begin(), forms.end(), raw_text(parts[2]));
    if (form == forms.end())
        return fail(ast_[parts[2]].span, "the form of an equation is \"ass\", \"res\" or \"inst\"");
    result.form = static_cast<EquationForm>(form - forms.begin());
    result.target = read_expression(parts[0]);
    if (!result.target) return;
    result.value = read_expression(parts[1]);
    if (!result.value) return;
    read_annotation(equation.comment.annotation, row, equation_fields);
    std::size_t const errors = context_.diagnostics.error_count();
    set.equations.push_back(std::move(result));
    sections_.check_equation(set, set.equations.size() - 1, ast_[parts[0]].span);
    if (context_.diagnostics.error_count() != errors) {
        set.equations.pop_back();
        return;
    }
    if (block == last_block) {
        set.block_starts.pop_back();
        set.blocks.pop_back();
    }
    set.block_starts.push_back(static_cast<std::uint32_t>(set.equations.size()));
    // Until a line of `Block` says more.
    set.blocks.push_back(default_facts(set.block(set.block_count() - 1)));
}

void LineReader::read_block(ast::Equation const& equation, Left const& left) {
    EquationSet& set = *left.line.set;
    std::int64_t const number = left.indices.size() == 1 ? integer_of(left.indices[0]) : 0;
    auto const parts = array_of(equation.rhs);
    if (number == 0 || number > static_cast<std::int64_t>(set.block_count())) {
        return fail(equation.span, "the set has no block of that number before this line");
    }
    NameList const kinds = names_of(BlockKind());
    auto const kind = std::find(kinds.begin(), kinds.end(), raw_text(parts[0]));
    if (kind == kinds.end()) return fail(ast_[parts[0]].span, "there is no such kind of block");
    BlockFacts facts;
    facts.kind = static_cast<BlockKind>(kind - kinds.begin());
    for (ast::ExprId const part : parts.subspan(1)) {
        std::string_view const serves = raw_text(part);
        if (serves == "partialJacobian") {
            facts.jacobian = BlockJacobian::partial;
        } else if (serves == "noJacobian") {
            facts.jacobian = BlockJacobian::none;
        } else if (serves == "derivatives") {
            facts.serves.derivatives = true;
        } else if (serves == "crossings") {
            facts.serves.crossings = true;
        } else if (serves == "outputs") {
            facts.serves.outputs = true;
        } else {
            return fail(ast_[part].span,
                        "a block serves \"derivatives\", \"crossings\" or \"outputs\", and may have "
                        "\"partialJacobian\" or \"noJacobian\"");
        }
    }
    set.blocks[as_index(number)] = facts;
}

void LineReader::read_entries(ast::Equation const& equation, Left const& left) {
    EquationSet& set = *left.line.set;
    bool const is_known = left.line.form == Form::known;
    std::int64_t const row = left.indices.size() == 1 ? integer_of(left.indices[0]) : 0;
    if (row == 0) return fail(equation.span, "a row of a Jacobian has the number of its equation as index");
    if (row > static_cast<std::int64_t>(set.equations.size())) {
        return fail(left.span, "the set has no equation of that number before this line");
    }
    bool const has_rows = is_known ? !set.known.empty() : !set.jacobian.empty();
    if (has_rows && (is_known ? set.known.back().row : set.jacobian.back().row) >= as_index(row)) {
        return fail(left.span, "the rows of a Jacobian must be in the order of their equations, each once");
    }
    for (ast::ExprId const entry : array_of(equation.rhs)) {
        if (!read_entry(entry, as_index(row), is_known, set)) return;
    }
}

bool LineReader::read_entry(ast::ExprId id, std::uint32_t row, bool is_known, EquationSet& set) {
    auto const cells = array_of(id);
    bool const is_long = cells.size() == 3;
    std::int64_t const column = !is_known && (cells.size() == 2 || is_long) ? integer_of(cells[0]) : 0;
    if ((cells.size() != 2 && !is_long) || (!is_known && column == 0)) {
        fail(ast_[id].span,
             is_known ? "an entry is {variable, expression}" : "an entry of a Jacobian is {equation, expression}");
        return false;
    }
    std::optional<EntryKind> kind;
    if (is_long) {
        NameList const kinds = names_of(EntryKind());
        auto const found = std::find(kinds.begin(), kinds.end(), raw_text(cells[2]));
        if (found == kinds.end()) {
            fail(ast_[cells[2]].span, "there is no such kind of entry");
            return false;
        }
        kind = static_cast<EntryKind>(found - kinds.begin());
    }
    if (!is_known && column > static_cast<std::int64_t>(set.equations.size())) {
        fail(ast_[cells[0]].span, "the set has no equation of that number before this line");
        return false;
    }
    ExprId const by = is_known ? read_expression(cells[0]) : ExprId();
    ExprId const value = read_expression(cells[1]);
    if (!value || (is_known && !by)) return false;
    if (!kind) kind = apparent_kind(document_.exprs, value);
    if (is_known) {
        set.known.push_back({row, by, value, *kind});
    } else {
        set.jacobian.push_back({row, as_index(column), value, *kind});
    }
    return true;
}

// ---- events ----------------------------------------------------------------------------------------

std::optional<std::uint32_t> LineReader::equation_number(ast::ExprId id) {
    std::int64_t const number = integer_of(id);
    if (number >= 1 && number <= static_cast<std::int64_t>(document_.reinitialization.equations.size()))
        return as_index(number);
    fail(ast_[id].span, "riEq has no equation of that number");
    return std::nullopt;
}

// `{2, 3}`; `{0}` for none, as the grammar has no empty list.
std::optional<std::vector<std::uint32_t>> LineReader::numbers_of(ast::ExprId id) {
    auto const elements = array_of(id);
    if (elements.empty()) {
        fail(ast_[id].span, "expected a list of equations such as {2, 3}");
        return std::nullopt;
    }
    std::vector<std::uint32_t> numbers;
    bool const is_empty =
        elements.size() == 1 && ast_[elements[0]].kind == ast::ExprKind::integer && ast_[elements[0]].integer == 0;
    if (is_empty) return numbers;
    for (ast::ExprId const each : elements) {
        auto const number = equation_number(each);
        if (!number) return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

void LineReader::read_crossings(ast::Equation const& equation) {
    if (!document_.zero_crossings.empty()) return fail(equation.span, "z is there twice");
    for (ast::ExprId const entry : array_of(equation.rhs)) {
        auto const parts = array_of(entry);
        if (parts.size() != 2 && parts.size() != 3) {
            fail(ast_[entry].span, "a zero crossing is {function, {equations}, relation}");
            continue;
        }
        ZeroCrossing crossing;
        crossing.function = read_expression(parts[0]);
        auto numbers = numbers_of(parts[1]);
        if (!crossing.function || !numbers) continue;
        crossing.equations = std::move(*numbers);
        if (parts.size() == 3) {
            crossing.relation = read_expression(parts[2]);
            if (!crossing.relation) continue;
        }
        document_.zero_crossings.push_back(std::move(crossing));
    }
}

void LineReader::read_conditions(ast::Equation const& equation) {
    if (!document_.when_conditions.empty()) return fail(equation.span, "w is there twice");
    for (ast::ExprId const entry : array_of(equation.rhs)) {
        auto const parts = array_of(entry);
        if (parts.size() != 2) {
            fail(ast_[entry].span, "a when-condition is {condition, {equations}}");
            continue;
        }
        ExprId const condition = read_expression(parts[0]);
        auto numbers = numbers_of(parts[1]);
        if (condition && numbers) document_.when_conditions.push_back({condition, std::move(*numbers), {}});
    }
}

void LineReader::read_triggers(ast::Equation const& equation) {
    if (!document_.triggers.empty()) return fail(equation.span, "c is there twice");
    for (ast::ExprId const entry : array_of(equation.rhs)) {
        auto const parts = array_of(entry);
        if (parts.size() != 2) {
            fail(ast_[entry].span, "an entry of c is {equation, {equations}}");
            continue;
        }
        auto const number = equation_number(parts[0]);
        auto numbers = numbers_of(parts[1]);
        if (number && numbers) document_.triggers.push_back({*number, std::move(*numbers)});
    }
}

void LineReader::read_assertion(ast::EquationId id) {
    ast::Equation const& equation = ast_[id];
    ast::ExprId const call = ast_.strip(equation.lhs);
    auto const callee = ast_[call].kind == ast::ExprKind::call ? ast_.simple_callee(call) : std::nullopt;
    if (!callee || context_.interner.text(*callee) != "assert") {
        return fail(equation.span, "`assert` is the only call that a MOO file can contain");
    }
    std::size_t const rank = sections_.rank_of("assertions");
    if (rank != rank_ && !sections_.enter_section(rank, equation.span, true)) return;
    rank_ = rank;
    auto const arguments = ast_.arguments(call);
    if (arguments.size() != 2 && arguments.size() != 3) return fail(equation.span, "`assert` takes 2 or 3 arguments");
    Assertion assertion;
    assertion.condition = read_expression(arguments[0].value);
    assertion.message = assertion.condition ? read_expression(arguments[1].value) : ExprId();
    if (!assertion.message) return;
    if (arguments.size() == 3) {
        ExprId const level = read_expression(arguments[2].value);
        if (!level) return;
        bool const is_warning =
            document_.exprs.kind(level) == ExprKind::enumeration && document_.exprs.enumeration_ordinal(level) == 1;
        assertion.level = is_warning ? AssertionLevel::warning : AssertionLevel::error;
    }
    read_annotation(equation.comment.annotation, assertion, assertion_fields);
    document_.assertions.push_back(assertion);
}

}  // namespace moo
