// Rows of operator_meanings.def, with what the rules of types, derivatives and evaluation say about a sample of each.
#include "moo/expr/operator_table.h"

#include <array>
#include <cassert>
#include <charconv>
#include <map>
#include <utility>

#include "moo/expr/differentiate.h"
#include "moo/expr/evaluate.h"
#include "moo/expr/print.h"
#include "moo/expr/value_expr.h"

namespace moo {

namespace {

struct RawRow {
    OperatorKey key;
    std::string_view group;
    std::string_view operands;
    OperatorStage stage;
    std::string_view meaning;
    std::string_view events;
    std::string_view domain;
    std::string_view examples;
};

constexpr OperatorKey kind_key(ExprKind kind) { return {kind, {}, {}, {}}; }
constexpr OperatorKey builtin_key(Builtin builtin) { return {{}, builtin, {}, {}}; }
constexpr OperatorKey reduction_key(Reduction reduction) { return {ExprKind::reduction, {}, reduction, {}}; }
constexpr OperatorKey form_key(std::string_view form) { return {{}, {}, {}, form}; }

#define kind(id) kind_key(ExprKind::id)
#define builtin(id) builtin_key(Builtin::id)
#define reduction(id) reduction_key(Reduction::id)
#define form(id) form_key(#id)

// A title and rows alternate; a title is a row without a meaning.
constexpr std::array raw_rows{
#define MOO_GROUP(title) RawRow{{}, title, "", OperatorStage::equations, "", "", "", ""},
#define MOO_OPERATOR(key, operands, stage, meaning, events, domain, examples) \
    RawRow{key, "", operands, OperatorStage::stage, meaning, events, domain, examples},
#include "moo/expr/operator_meanings.def"
#undef MOO_GROUP
#undef MOO_OPERATOR
};

#undef kind
#undef builtin
#undef reduction
#undef form

constexpr bool has_row(auto matches) {
    for (RawRow const& row : raw_rows) {
        if (!row.meaning.empty() && matches(row.key)) return true;
    }
    return false;
}

// The last of those that have no row; none if all have one.
constexpr int kind_without_row() {
    int missing = -1;
    for (std::size_t i = 0; i < expr_kind_count; ++i) {
        auto const kind = static_cast<ExprKind>(i);
        if (kind == ExprKind::builtin) continue;
        if (!has_row([kind](OperatorKey const& key) { return key.kind == kind; })) missing = static_cast<int>(i);
    }
    return missing;
}

constexpr int builtin_without_row() {
    int missing = -1;
    for (Builtin const builtin : {
#define MOO_BUILTIN(id, name, fewest, most, type, derivative) Builtin::id,
#define MOO_CHAIN(id, factor)
#include "moo/expr/builtins.def"
#undef MOO_BUILTIN
#undef MOO_CHAIN
         }) {
        if (!has_row([builtin](OperatorKey const& key) { return key.builtin == builtin; }))
            missing = static_cast<int>(builtin);
    }
    return missing;
}

constexpr bool every_reduction_has_a_row() {
    for (Reduction const each :
         {Reduction::sum, Reduction::product, Reduction::min, Reduction::max, Reduction::array}) {
        if (!has_row([each](OperatorKey const& key) { return key.reduction == each; })) return false;
    }
    return true;
}

// If one of these fails, write a row in operator_meanings.def for what you added. The number in the message of the
// compiler is its place in kinds.def or builtins.def, from 0.
template <int place>
constexpr bool has_no_gap = place < 0;
static_assert(has_no_gap<kind_without_row()>, "a kind of kinds.def has no row in operator_meanings.def");
static_assert(has_no_gap<builtin_without_row()>, "a function of builtins.def has no row in operator_meanings.def");
static_assert(every_reduction_has_a_row());

// ---- names -----------------------------------------------------------------------------------------

// Names of the variables of samples. The derivative of x is a variable called x'.
class SampleNames : public NameSource {
public:
    explicit SampleNames(Interner const& interner) : interner_(interner) {}

    VarId add(std::string name) {
        names_.push_back(std::move(name));
        return VarId(static_cast<std::uint32_t>(names_.size() - 1));
    }
    [[nodiscard]] std::string const& name(VarId variable) const { return names_[variable.index()]; }
    void write_variable(TextWriter& out, VarId variable) const override { out.write(name(variable)); }
    [[nodiscard]] std::string_view text(Symbol symbol) const override { return interner_.text(symbol); }

private:
    Interner const& interner_;
    std::vector<std::string> names_;
};

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        std::size_t const end = std::min(text.find(separator), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + separator.size(), text.size()));
    }
    return parts;
}

std::int64_t whole_number(std::string_view text) {
    std::int64_t number = 0;
    [[maybe_unused]] auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    assert(error == std::errc() && end == text.data() + text.size() && "a number in operator_meanings.def");
    return number;
}

// ---- samples ---------------------------------------------------------------------------------------

// Expressions with variables for operands, and what the rules say about them.
class SampleStore {
public:
    SampleStore() : names_(interner_) {
        std::array const literals{interner_.intern("one"), interner_.intern("two")};
        enumeration_ = store_.types().enumeration(interner_.intern("E"), literals);
        std::array const fields{RecordField{interner_.intern("a"), types::real}};
        record_ = store_.types().record(interner_.intern("R"), fields);
    }

    OperatorRow row(RawRow const& raw, std::string_view group) {
        OperatorRow row;
        row.key = raw.key;
        row.group = group;
        row.stage = raw.stage;
        row.meaning = raw.meaning;
        row.events = raw.events;
        row.domain = raw.domain;
        if (!raw.key.form.empty()) {
            row.text = raw.operands;
            row.type = form_type(raw.key.form);
            return row;
        }
        std::vector<ExprId> const operands = read_operands(raw.operands, row);
        ExprId const sample = build(raw.key, operands);
        std::vector<std::string> names;
        for (OperatorOperand const& operand : row.operands) names.push_back(operand.name);
        row.text = written(raw.key, names, operands);
        row.example_type = type_text(store_.type(sample));
        TypeId const type = store_.type(sample);
        row.type =
            raw.key.builtin ? result_type(*raw.key.builtin, type) : result_type(store_.types(), *raw.key.kind, type);
        row.derivative_by_time = derivative(sample, true);
        row.derivative_by_unknown = derivative(sample, false);
        row.examples = read_examples(raw);
        return row;
    }

private:
    static ResultType form_type(std::string_view form) {
        if (form == "relation" || form == "sampling") return ResultType::boolean;
        return form == "delayed" ? ResultType::as_operand : ResultType::declared;
    }

    [[nodiscard]] std::string text(ExprId id) const { return to_string(store_, id, names_); }

    // ---- operands ----

    std::vector<ExprId> read_operands(std::string_view list, OperatorRow& row) {
        std::vector<ExprId> operands;
        is_parameter_.clear();
        for (std::string_view const item : split(list, ", ")) {
            if (item == "...") {
                row.takes_more = true;
                continue;
            }
            std::size_t const colon = item.find(": ");
            assert(colon != std::string_view::npos && "an operand is `name: Type`");
            OperatorOperand operand;
            std::string_view name = item.substr(0, colon);
            operand.is_optional = name.ends_with('?');
            if (operand.is_optional) name.remove_suffix(1);
            operand.name = name;
            std::string_view type = item.substr(colon + 2);
            std::string_view literal;
            if (std::size_t const equals = type.find(" = "); equals != std::string_view::npos) {
                literal = type.substr(equals + 3);
                type = type.substr(0, equals);
            }
            operand.type = type;
            bool const is_parameter = type.starts_with("parameter ");
            if (is_parameter) type.remove_prefix(std::string_view("parameter ").size());
            TypeId const id = type_of(type);
            ExprId const variable = store_.variable(names_.add(operand.name), id);
            is_parameter_[store_.variable_of(variable)] = is_parameter;
            operands.push_back(literal.empty() ? variable : store_.integer(whole_number(literal)));
            row.operands.push_back(std::move(operand));
        }
        return operands;
    }

    TypeId type_of(std::string_view name) {
        std::size_t const bracket = name.find('[');
        std::vector<std::int64_t> dims;
        if (bracket != std::string_view::npos) {
            assert(name.ends_with(']'));
            std::string_view const sizes = name.substr(bracket + 1, name.size() - bracket - 2);
            for (std::string_view const size : split(sizes, ",")) dims.push_back(whole_number(size));
            name = name.substr(0, bracket);
        }
        return store_.types().array(scalar_type_of(name), dims);
    }

    [[nodiscard]] TypeId scalar_type_of(std::string_view name) const {
        if (name == "Real") return types::real;
        if (name == "Integer") return types::integer;
        if (name == "Boolean") return types::boolean;
        if (name == "String") return types::string;
        if (name == "Clock") return types::clock;
        if (name == "E") return enumeration_;
        assert(name == "R" && "a type in operator_meanings.def");
        return record_;
    }

    [[nodiscard]] std::string type_text(TypeId type) const {
        TypeTable const& types = store_.types();
        switch (types.kind(type)) {
            case TypeKind::unknown: return "";
            case TypeKind::real: return "Real";
            case TypeKind::integer: return "Integer";
            case TypeKind::boolean: return "Boolean";
            case TypeKind::string: return "String";
            case TypeKind::clock: return "Clock";
            case TypeKind::enumeration:
            case TypeKind::record:
            case TypeKind::external_object: return std::string(interner_.text(types.name(type)));
            case TypeKind::array: {
                std::string sizes;
                for (std::int64_t const dim : types.dims(type)) {
                    if (!sizes.empty()) sizes += ',';
                    sizes += dim == TypeTable::unknown_size ? ":" : std::to_string(dim);
                }
                return type_text(types.element(type)) + "[" + sizes + "]";
            }
            case TypeKind::tuple: {
                std::string members;
                for (TypeId const member : types.members(type)) {
                    if (!members.empty()) members += ", ";
                    members += type_text(member);
                }
                return "(" + members + ")";
            }
        }
        return {};
    }

    // ---- nodes ----

    // The operator with texts for its operands. They become names of variables, so that nothing is folded away.
    std::string written(OperatorKey const& key, std::vector<std::string> const& texts,
                        std::vector<ExprId> const& operands) {
        if (key.builtin) {
            std::string result(builtin_info(*key.builtin).name);
            result += '(';
            for (std::size_t i = 0; i < texts.size(); ++i) result += (i > 0 ? ", " : "") + texts[i];
            return result + ")";
        }
        std::vector<ExprId> variables;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            variables.push_back(store_.variable(names_.add(texts[i]), store_.type(operands[i])));
        }
        return text(build(key, variables));
    }

    ExprId build(OperatorKey const& key, std::vector<ExprId> const& operands) {
        if (key.builtin) return store_.builtin(*key.builtin, operands);
        if (is_binary(*key.kind)) return store_.binary(*key.kind, operands[0], operands[1]);
        switch (*key.kind) {
            case ExprKind::real: return store_.real(1.5);
            case ExprKind::integer: return store_.integer(2);
            case ExprKind::boolean: return store_.boolean(true);
            case ExprKind::string: return store_.string(interner_.intern("text"));
            case ExprKind::enumeration: return store_.enumeration(enumeration_, 1);
            case ExprKind::variable: return operands[0];
            case ExprKind::iterator: return store_.iterator(interner_.intern("i"));
            case ExprKind::time: return store_.time();
            case ExprKind::end: return store_.end();
            case ExprKind::whole: return store_.whole();
            case ExprKind::neg: return store_.neg(operands[0]);
            case ExprKind::logical_not: return store_.logical_not(operands[0]);
            case ExprKind::der: return store_.der(operands[0]);
            case ExprKind::pre: return store_.pre(operands[0]);
            case ExprKind::if_else: return store_.if_else(operands[0], operands[1], operands[2]);
            case ExprKind::range:
                if (operands.size() == 2) return store_.range(operands[0], operands[1]);
                return store_.range(operands[0], operands[1], operands[2]);
            case ExprKind::subscript:
                return store_.subscript(operands[0], std::span<ExprId const>(operands).subspan(1));
            case ExprKind::field: return store_.field(operands[0], interner_.intern("a"));
            case ExprKind::array: return store_.array(operands);
            case ExprKind::matrix: {
                std::vector<ExprId> rows;
                for (ExprId const operand : operands) rows.push_back(store_.matrix_row({operand}));
                return store_.matrix(rows);
            }
            case ExprKind::matrix_row: return store_.matrix_row(operands);
            case ExprKind::tuple: return store_.tuple(operands);
            case ExprKind::call: return store_.call(interner_.intern("f"), operands, types::real);
            case ExprKind::output: {
                std::array const results{types::real, types::real};
                TypeId const type = store_.types().tuple(results);
                return store_.output(store_.call(interner_.intern("f"), operands, type), 2);
            }
            case ExprKind::reduction: return build_reduction(*key.reduction, operands[0], operands[1]);
            case ExprKind::builtin:
            case ExprKind::add:
            case ExprKind::sub:
            case ExprKind::mul:
            case ExprKind::div:
            case ExprKind::pow:
            case ExprKind::element_add:
            case ExprKind::element_sub:
            case ExprKind::element_mul:
            case ExprKind::element_div:
            case ExprKind::element_pow:
            case ExprKind::logical_and:
            case ExprKind::logical_or:
            case ExprKind::less:
            case ExprKind::less_equal:
            case ExprKind::greater:
            case ExprKind::greater_equal:
            case ExprKind::equal:
            case ExprKind::not_equal: break;
        }
        return {};
    }

    ExprId build_reduction(Reduction reduction, ExprId body, ExprId last) {
        ReductionIterator const iterator{interner_.intern("i"), store_.range(store_.integer(1), last)};
        return store_.reduction(reduction, body, {&iterator, 1});
    }

    // ---- derivatives ----

    std::string derivative(ExprId sample, bool is_time) {
        auto const of_leaf = [&](ExprStore& store, ExprId leaf) {
            if (store.kind(leaf) == ExprKind::time) return store.real(is_time ? 1 : 0);
            if (store.kind(leaf) == ExprKind::pre) return store.real(0);
            VarId const variable = store.referenced_variable(leaf);
            if (is_parameter_[variable]) return store.real(0);
            return store.variable(names_.add(text(leaf) + "'"), store.type(leaf));
        };
        LeafDerivative leaf{of_leaf, is_time};
        Derivative const found = Differentiator(store_, std::move(leaf)).differentiate(sample);
        if (found.vanishes) return "0";
        return found.has_value() ? text(found.value) : std::string();
    }

    // ---- examples ----

    std::vector<OperatorExample> read_examples(RawRow const& raw) {
        std::vector<OperatorExample> examples;
        std::string_view rest = raw.examples;
        while (!rest.empty()) {
            assert(rest.front() == '(');
            std::vector<ExprId> literals = read_list(rest, ')');
            examples.push_back({example_text(raw.key, literals), value_text(raw.key, literals)});
            if (!rest.empty()) rest.remove_prefix(1);
        }
        return examples;
    }

    std::vector<ExprId> read_list(std::string_view& rest, char closing) {
        std::vector<ExprId> items;
        rest.remove_prefix(1);
        while (rest.front() != closing) {
            items.push_back(read_literal(rest));
            if (rest.starts_with(", ")) rest.remove_prefix(2);
        }
        rest.remove_prefix(1);
        return items;
    }

    ExprId read_literal(std::string_view& rest) {
        if (rest.front() == '{') return store_.array(read_list(rest, '}'));
        if (rest.front() == '"') {
            std::size_t const end = rest.find('"', 1);
            ExprId const literal = store_.string(interner_.intern(rest.substr(1, end - 1)));
            rest.remove_prefix(end + 1);
            return literal;
        }
        std::string_view const word = rest.substr(0, rest.find_first_of(",)}"));
        rest.remove_prefix(word.size());
        if (word == "true" || word == "false") return store_.boolean(word == "true");
        if (word.find('.') == std::string_view::npos) return store_.integer(whole_number(word));
        return store_.real(std::stod(std::string(word)));
    }

    std::string example_text(OperatorKey const& key, std::vector<ExprId> const& literals) {
        std::vector<std::string> names;
        for (ExprId const literal : literals) {
            std::string name = text(literal);
            bool const is_subscripted = key.kind == ExprKind::subscript && name.starts_with('{');
            if (is_subscripted || (!key.builtin && name.starts_with('-'))) name = "(" + name + ")";
            names.push_back(std::move(name));
        }
        return written(key, names, literals);
    }

    std::string value_text(OperatorKey const& key, std::vector<ExprId> const& literals) {
        ExprId const built = build(key, literals);
        Evaluation const found = evaluate_constant(store_, built, &interner_);
        if (!found.has_value()) return std::string(evaluate_error_text(found.error));
        ExprId const value = value_to_expr(store_, found.value, types::unknown);
        return value ? text(value) : std::string();
    }

    ExprStore store_;
    Interner interner_;
    SampleNames names_;
    TypeId enumeration_;
    TypeId record_;
    std::map<VarId, bool> is_parameter_;
};

}  // namespace

std::string_view stage_name(OperatorStage stage) {
    switch (stage) {
        case OperatorStage::equations: return "equations";
        case OperatorStage::calls: return "calls";
        case OperatorStage::clocks: return "clocks";
        case OperatorStage::functions: return "functions";
        case OperatorStage::flat: return "flat";
    }
    return {};
}

std::string_view result_type_name(ResultType type) {
    switch (type) {
        case ResultType::real: return "Real";
        case ResultType::integer: return "Integer";
        case ResultType::boolean: return "Boolean";
        case ResultType::string: return "String";
        case ResultType::as_operand: return "as operand";
        case ResultType::carried: return "carried";
        case ResultType::declared: return "declared";
        case ResultType::clock: return "Clock";
    }
    return {};
}

ResultType result_type(TypeTable const& types, ExprKind kind, TypeId type) {
    switch (kind) {
        case ExprKind::real:
        case ExprKind::time:
        case ExprKind::div:
        case ExprKind::element_div:
        case ExprKind::element_pow: return ResultType::real;
        case ExprKind::pow: return types.is_array(type) ? ResultType::carried : ResultType::real;
        case ExprKind::integer:
        case ExprKind::end: return ResultType::integer;
        case ExprKind::boolean:
        case ExprKind::logical_not:
        case ExprKind::logical_and:
        case ExprKind::logical_or:
        case ExprKind::less:
        case ExprKind::less_equal:
        case ExprKind::greater:
        case ExprKind::greater_equal:
        case ExprKind::equal:
        case ExprKind::not_equal: return ResultType::boolean;
        case ExprKind::string: return ResultType::string;
        case ExprKind::neg:
        case ExprKind::der:
        case ExprKind::pre: return ResultType::as_operand;
        case ExprKind::enumeration:
        case ExprKind::variable:
        case ExprKind::iterator:
        case ExprKind::field:
        case ExprKind::call:
        case ExprKind::output:
        case ExprKind::tuple:
        case ExprKind::whole: return ResultType::declared;
        case ExprKind::add:
        case ExprKind::sub:
        case ExprKind::mul:
        case ExprKind::element_add:
        case ExprKind::element_sub:
        case ExprKind::element_mul:
        case ExprKind::if_else:
        case ExprKind::range:
        case ExprKind::subscript:
        case ExprKind::array:
        case ExprKind::matrix:
        case ExprKind::matrix_row:
        case ExprKind::builtin:
        case ExprKind::reduction: return ResultType::carried;
    }
    return ResultType::carried;
}

ResultType result_type(Builtin builtin, TypeId type) {
    switch (builtin_info(builtin).type) {
        case TypeRule::real:
        case TypeRule::real_pair:
        case TypeRule::real_shape: return ResultType::real;
        case TypeRule::integer:
        case TypeRule::integer_shape: return ResultType::integer;
        case TypeRule::boolean:
        case TypeRule::boolean_shape: return ResultType::boolean;
        case TypeRule::string: return ResultType::string;
        case TypeRule::clock: return ResultType::clock;
        case TypeRule::same:
        case TypeRule::second: return ResultType::as_operand;
        case TypeRule::sample: return type == types::boolean ? ResultType::boolean : ResultType::as_operand;
        case TypeRule::size: return type == types::integer ? ResultType::integer : ResultType::carried;
        case TypeRule::unknown:
        case TypeRule::widest:
        case TypeRule::widest_element:
        case TypeRule::element:
        case TypeRule::vector:
        case TypeRule::matrix:
        case TypeRule::identity:
        case TypeRule::diagonal:
        case TypeRule::integer_sizes:
        case TypeRule::fill:
        case TypeRule::linspace:
        case TypeRule::transpose:
        case TypeRule::outer_product:
        case TypeRule::skew:
        case TypeRule::cat:
        case TypeRule::promote: return ResultType::carried;
    }
    return ResultType::carried;
}

std::vector<OperatorRow> operator_rows() {
    SampleStore samples;
    std::vector<OperatorRow> rows;
    std::string_view group;
    for (RawRow const& raw : raw_rows) {
        if (raw.meaning.empty()) {
            group = raw.group;
        } else {
            rows.push_back(samples.row(raw, group));
        }
    }
    return rows;
}

}  // namespace moo
