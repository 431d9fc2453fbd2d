#include "moo/io/text/read.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "moo/io/text/write.h"
#include "moo/lower/annotation.h"
#include "moo/lower/lower_class.h"
#include "moo/model/describe_document.h"
#include "moo/syntax/parse.h"

namespace moo {

namespace {

constexpr Message<std::string_view> malformed{DiagnosticKind::MooMalformed, "{}"};
constexpr Message<std::string_view, std::string_view> wrong_version{
    DiagnosticKind::MooVersion, "the file has MOO version {}; this tool reads version {}"};
constexpr Message<> no_model{DiagnosticKind::MooMalformed, "the file holds no model"};

std::uint32_t as_index(std::int64_t number) { return static_cast<std::uint32_t>(number - 1); }

class Reader {
public:
    Reader(ast::Ast const& ast, SourceManager& sources, Interner& interner, Diagnostics& diagnostics)
        : ast_(ast), sources_(sources), interner_(interner), diagnostics_(diagnostics) {}

    Document run() {
        if (ast_.classes().empty()) {
            diagnostics_.error({sources_.start_of(ast_.file()), {}}, no_model);
            return std::move(document_);
        }
        FlatModel flat;
        ClassLoweringOptions options;
        options.unquote_names = true;
        options.take_equation = [this](LoweringContext& context, ast::EquationId id) { read_equation(context, id); };
        ast::ClassId const model = ast_.classes().back();
        check_version(ast_[model].comment.annotation);
        lower_class(ast_, model, interner_, diagnostics_, options, flat);
        document_.name = flat.name;
        document_.description = flat.description;
        document_.experiment = flat.experiment;
        document_.exprs = std::move(flat.exprs);
        document_.variables = std::move(flat.variables);
        read_variable_sources(model);
        if (!diagnostics_.has_errors()) finish();
        return std::move(document_);
    }

private:
    void fail(SourceSpan span, std::string_view text) { diagnostics_.error(span, malformed, text); }

    // ---- annotations ----

    [[nodiscard]] std::string text_of(ast::ModificationId modification, std::string_view name) const {
        return string_argument(ast_, interner_, modification, name);
    }

    void check_version(ast::ModificationId annotation) {
        ast::ModificationId const header = find_argument(ast_, interner_, annotation, "__moo");
        std::string const version = text_of(header, "version");
        // The paper's notation has no header.
        if (version.empty()) return;
        std::string_view const ours = moo_format_version.substr(0, moo_format_version.find('.'));
        if (version.substr(0, version.find('.')) != ours) {
            diagnostics_.error(ast_[header].span, wrong_version, version, moo_format_version);
        }
    }

    // `Ball.mo:4:8`: the file's name may hold colons, so it is read from the end.
    SourceSpan place_of(ast::ModificationId annotation) {
        std::string const text = text_of(annotation, "source");
        std::size_t const column_at = text.rfind(':');
        if (column_at == std::string::npos || column_at == 0) return {};
        std::size_t const line_at = text.rfind(':', column_at - 1);
        if (line_at == std::string::npos) return {};
        std::uint32_t line = 0;
        std::uint32_t column = 0;
        char const* const end = text.data() + text.size();
        auto const line_read = std::from_chars(text.data() + line_at + 1, text.data() + column_at, line);
        auto const column_read = std::from_chars(text.data() + column_at + 1, end, column);
        if (line_read.ptr != text.data() + column_at || column_read.ptr != end) return {};
        SourceLoc const place = sources_.add_remote(text.substr(0, line_at), line, column);
        return {place, place};
    }

    // The variables of a MOO file stand in one component clause each, in the order of their ids.
    void read_variable_sources(ast::ClassId model) {
        std::uint32_t next = 0;
        for (ast::Section const& section : ast_.items(ast_[model].sections)) {
            for (ast::ElementId const id : ast_.items(section.elements)) {
                if (ast_[id].kind != ast::ElementKind::component_clause) continue;
                for (ast::ComponentId const component : ast_.items(ast_.component_clause(ast_[id]).components)) {
                    if (next >= document_.variables.size()) return;
                    document_.variables[VarId(next++)].source = place_of(ast_[component].comment.annotation);
                }
            }
        }
    }

    // ---- equations of the sets ----

    void read_equation(LoweringContext& context, ast::EquationId id) {
        ast::Equation const& equation = ast_[id];
        if (equation.kind == ast::EquationKind::expression) return read_assertion(context, id);
        ast::ExprId const left =
            equation.kind == ast::EquationKind::equality ? ast_.strip(equation.lhs) : ast::ExprId();
        if (!left || ast_[left].kind != ast::ExprKind::reference || ast_.reference_parts(left).size() != 1) {
            return fail(equation.span, "an equation of a MOO file begins with the name of a set, such as `Eq[1,1]`");
        }
        ast::ReferencePart const& part = ast_.reference_parts(left)[0];
        std::string_view const name = interner_.text(part.name);
        auto const indices = ast_.items(part.subscripts);
        bool const is_single = name == "p" || name == "z" || name == "w" || name == "c";
        bool const is_row = name.ends_with("Jac");
        if ((is_single || is_row) && ast_[equation.rhs].kind != ast::ExprKind::array) {
            return fail(ast_[equation.rhs].span, "expected a list in braces");
        }
        if (name == "p") return read_parameter_order(context, equation);
        if (name == "z") return read_crossings(context, equation);
        if (name == "w") return read_conditions(context, equation);
        if (name == "c") return read_triggers(equation);
        if (EquationSet* const set = set_of(name, "Eq")) return read_set_equation(context, equation, indices, *set);
        if (EquationSet* const set = set_of(name, "Jac")) return read_jacobian_row(context, equation, indices, *set);
        if (EquationSet* const set = set_of(name, "Block")) return read_block(equation, indices, *set);
        fail(ast_[left].span,
             "there is no such set; the sets are p, iEq, iBlock, iJac, Eq, Block, Jac, riEq, riBlock, "
             "riJac, z, w and c");
    }

    EquationSet* set_of(std::string_view name, std::string_view suffix) {
        if (!name.ends_with(suffix)) return nullptr;
        std::string_view const prefix = name.substr(0, name.size() - suffix.size());
        if (prefix == "i") return &document_.initialization;
        if (prefix.empty()) return &document_.integration;
        return prefix == "ri" ? &document_.reinitialization : nullptr;
    }

    [[nodiscard]] std::optional<std::int64_t> integer_of(ast::ExprId id) const {
        ast::Expr const& expr = ast_[id];
        if (expr.kind != ast::ExprKind::integer || expr.integer < 1 || expr.integer > 0x7fffffff) return std::nullopt;
        return expr.integer;
    }

    [[nodiscard]] std::span<ast::ExprId const> array_of(ast::ExprId id) const {
        return ast_[id].kind == ast::ExprKind::array ? ast_.elements(id) : std::span<ast::ExprId const>();
    }

    void read_set_equation(LoweringContext& context, ast::Equation const& equation,
                           std::span<ast::ExprId const> indices, EquationSet& set) {
        auto const parts = array_of(equation.rhs);
        if (parts.size() != 3 || ast_[parts[2]].kind != ast::ExprKind::string) {
            return fail(equation.span, "expected {variable, expression, \"ass\" or \"res\" or \"inst\"}");
        }
        auto const number = static_cast<std::int64_t>(set.equations.size()) + 1;
        // Numbers begin at 1, so 0 stands for one that is missing or malformed.
        std::int64_t const block = indices.empty() ? 0 : integer_of(indices[0]).value_or(0);
        auto const given_number = indices.size() > 1 ? integer_of(indices[1]) : std::optional(number);
        auto const last_block = static_cast<std::int64_t>(set.block_count());
        bool const in_order = block > 0 && (block == last_block + 1 || block == last_block);
        if (!in_order || given_number != number) {
            return fail(equation.span, "the blocks and equations of a set are numbered from 1 without gaps");
        }
        SetEquation result;
        std::string const form = ast_.string_value(parts[2]);
        bool known_form = false;
        for (EquationForm const each : {EquationForm::assignment, EquationForm::residual, EquationForm::instant}) {
            if (form == name_of_value(each)) {
                result.form = each;
                known_form = true;
            }
        }
        if (!known_form) return fail(ast_[parts[2]].span, "the form of an equation is \"ass\", \"res\" or \"inst\"");
        result.target = lower_expression(context, parts[0]);
        result.value = lower_expression(context, parts[1]);
        if (!result.target || !result.value) return;
        if (!context.exprs.referenced_variable(result.target)) {
            return fail(ast_[parts[0]].span, "the first part is neither a variable nor `der` or `pre` of one");
        }
        result.source = place_of(equation.comment.annotation);
        result.origin = text_of(equation.comment.annotation, "origin");
        set.equations.push_back(std::move(result));
        // Until a line of `Block` says more.
        BlockKind const kind =
            set.equations.back().form == EquationForm::residual ? BlockKind::nonlinear : BlockKind::assign;
        if (block == last_block) {
            set.block_starts.pop_back();
            set.blocks.pop_back();
        }
        set.block_starts.push_back(static_cast<std::uint32_t>(set.equations.size()));
        set.blocks.push_back({kind, {}});
    }

    void read_block(ast::Equation const& equation, std::span<ast::ExprId const> indices, EquationSet& set) {
        std::int64_t const number = indices.size() == 1 ? integer_of(indices[0]).value_or(0) : 0;
        auto const parts = array_of(equation.rhs);
        if (number == 0 || number > static_cast<std::int64_t>(set.block_count())) {
            return fail(equation.span, "the set has no block of that number before this line");
        }
        if (parts.empty() || ast_[parts[0]].kind != ast::ExprKind::string) {
            return fail(equation.span, "expected {kind} of a block, such as {\"linear\"}");
        }
        NameList const names = names_of(BlockKind());
        auto const found = std::find(names.begin(), names.end(), ast_.string_value(parts[0]));
        if (found == names.end()) return fail(ast_[parts[0]].span, "there is no such kind of block");
        set.blocks[as_index(number)].kind = static_cast<BlockKind>(found - names.begin());
    }

    void read_jacobian_row(LoweringContext& context, ast::Equation const& equation,
                           std::span<ast::ExprId const> indices, EquationSet& set) {
        auto const row = indices.size() == 1 ? integer_of(indices[0]) : std::nullopt;
        if (!row) return fail(equation.span, "a row of a Jacobian has the number of its equation as index");
        for (ast::ExprId const entry : array_of(equation.rhs)) {
            auto const cells = array_of(entry);
            auto const column = cells.size() == 2 ? integer_of(cells[0]) : std::nullopt;
            if (!column) return fail(ast_[entry].span, "an entry of a Jacobian is {equation, expression}");
            ExprId const value = lower_expression(context, cells[1]);
            if (value) set.jacobian.push_back({as_index(*row), as_index(*column), value, EntryKind::dependent});
            mentions_.push_back({&set, std::max(*row, *column), ast_[entry].span});
        }
    }

    void read_assertion(LoweringContext& context, ast::EquationId id) {
        auto const equation = lower_equation(context, id, [](ast::Decoration, SourceSpan span) { return span; });
        if (!equation) return;
        if (equation->kind != FlatEquationKind::assertion) {
            return fail(ast_[id].span, "no call but `assert` stands in a MOO file");
        }
        document_.assertions.push_back(
            {equation->a, equation->b, AssertionLevel::error, place_of(ast_[id].comment.annotation)});
    }

    // ---- p, z, w, c ----

    void read_parameter_order(LoweringContext& context, ast::Equation const& equation) {
        for (ast::ExprId const id : array_of(equation.rhs)) {
            ExprId const parameter = lower_expression(context, id);
            if (!parameter) continue;
            if (context.exprs.kind(parameter) != ExprKind::variable) {
                fail(ast_[id].span, "the set p lists parameters");
                continue;
            }
            document_.parameter_order.push_back(context.exprs.variable_of(parameter));
        }
    }

    std::optional<std::vector<std::uint32_t>> numbers_of(ast::ExprId id) {
        std::vector<std::uint32_t> numbers;
        bool good = ast_[id].kind == ast::ExprKind::array;
        for (ast::ExprId const each : array_of(id)) {
            auto const number = integer_of(each);
            good = good && number.has_value();
            if (!number) continue;
            numbers.push_back(as_index(*number));
            mentions_.push_back({&document_.reinitialization, *number, ast_[each].span});
        }
        if (!good) {
            fail(ast_[id].span, "expected a list of equations such as {2, 3}");
            return std::nullopt;
        }
        return numbers;
    }

    void read_crossings(LoweringContext& context, ast::Equation const& equation) {
        for (ast::ExprId const entry : array_of(equation.rhs)) {
            auto const parts = array_of(entry);
            if (parts.size() != 2 && parts.size() != 3) {
                fail(ast_[entry].span, "a zero crossing is {function, {equations}, relation}");
                continue;
            }
            ZeroCrossing crossing;
            crossing.function = lower_expression(context, parts[0]);
            auto numbers = numbers_of(parts[1]);
            if (!crossing.function || !numbers) continue;
            crossing.equations = std::move(*numbers);
            if (parts.size() == 3) {
                crossing.relation = lower_expression_as(context, parts[2], types::boolean);
                if (!crossing.relation) continue;
            }
            document_.zero_crossings.push_back(std::move(crossing));
        }
    }

    void read_conditions(LoweringContext& context, ast::Equation const& equation) {
        for (ast::ExprId const entry : array_of(equation.rhs)) {
            auto const parts = array_of(entry);
            if (parts.size() != 2) {
                fail(ast_[entry].span, "a when-condition is {condition, {equations}}");
                continue;
            }
            ExprId const condition = lower_expression_as(context, parts[0], types::boolean);
            auto numbers = numbers_of(parts[1]);
            if (condition && numbers) document_.when_conditions.push_back({condition, std::move(*numbers), {}});
        }
    }

    void read_triggers(ast::Equation const& equation) {
        for (ast::ExprId const entry : array_of(equation.rhs)) {
            auto const parts = array_of(entry);
            auto const number = parts.size() == 2 ? integer_of(parts[0]) : std::nullopt;
            if (!number) {
                fail(ast_[entry].span, "an entry of c is {equation, {equations}}");
                continue;
            }
            mentions_.push_back({&document_.reinitialization, *number, ast_[parts[0]].span});
            auto numbers = numbers_of(parts[1]);
            if (numbers) document_.triggers.push_back({as_index(*number), std::move(*numbers)});
        }
    }

    // ---- what can be checked and computed only when all is read ----

    void finish() {
        for (Mention const& mention : mentions_) {
            if (mention.number > static_cast<std::int64_t>(mention.set->equations.size())) {
                fail(mention.span, "the set has no equation of that number");
            }
        }
        assign_roles();
    }

    void assign_roles() {
        document_.facts.resize(document_.variables.size());
        for (VarId const id : document_.variables.ids()) {
            switch (document_.variables[id].variability) {
                case Variability::continuous: break;
                case Variability::discrete: document_.facts[id].role = Role::discrete; break;
                case Variability::parameter: document_.facts[id].role = Role::parameter; break;
                case Variability::constant: document_.facts[id].role = Role::constant; break;
            }
        }
        for (SetEquation const& equation : document_.integration.equations) {
            if (document_.exprs.kind(equation.target) != ExprKind::der) continue;
            document_.facts[document_.exprs.referenced_variable(equation.target)].role = Role::state;
        }
    }

    // An equation that is mentioned by its number, perhaps before it is read.
    struct Mention {
        EquationSet const* set;
        std::int64_t number;
        SourceSpan span;
    };

    ast::Ast const& ast_;
    SourceManager& sources_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    Document document_;
    std::vector<Mention> mentions_;
};

}  // namespace

Document read_moo(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics) {
    ast::Ast const ast = parse(file, sources, interner, diagnostics);
    if (diagnostics.has_errors()) return Document();
    return Reader(ast, sources, interner, diagnostics).run();
}

}  // namespace moo
