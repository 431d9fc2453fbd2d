#include "backends/template/write_expression.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "moo/base/text_writer.h"

namespace moo::tmpl {

namespace {

[[noreturn]] void lacks(LanguageTable const& language, std::string const& what) {
    throw CannotWrite{DiagnosticKind::LanguageLacks,
                      "the table of the language `" + language.name + "` has no form for " + what};
}

[[noreturn]] void malformed(Value const& value) {
    std::string text = to_json(value);
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    throw CannotWrite{DiagnosticKind::TypeMismatch, "`" + text + "` is not an expression"};
}

// Operations with the number of a row: ["relation", 2, expression].
bool is_remembered(std::string_view name) {
    static constexpr std::string_view remembered[] = {"relation", "sampling", "delayed", "transported"};
    return std::ranges::find(remembered, name) != std::end(remembered);
}

// What stands for a value that is computed elsewhere: whether it is an array changes nothing about how it is written.
bool is_reference(std::string_view name) {
    static constexpr std::string_view references[] = {"local", "call", "output", "shared", "field", "record"};
    return std::ranges::find(references, name) != std::end(references);
}

// An operation may end with the type of its result: {"type": "Integer"}.
bool has_type(Value const& operation) {
    return operation.size() > 1 && operation.item(operation.size() - 1).is_dict();
}

// Of a document: a list that is left out is empty.
ValueList items_of(Value const& owner, std::string_view member) {
    Value const list = owner.is_dict() ? owner.member(member) : Value();
    ValueList items;
    for (std::size_t i = 0; list.is_list() && i < list.size(); ++i) items.push_back(list.item(i));
    return items;
}

std::string name_of(Value const& row) {
    Value const name = row.is_dict() ? row.member("name") : Value();
    return name.is_string() ? name.string() : std::string();
}

Value expression(std::string name, ValueList operands) {
    ValueList items = {std::move(name)};
    items.insert(items.end(), operands.begin(), operands.end());
    return items;
}

}  // namespace

// Prints with a stack of its own: a sum of a hundred thousand terms is as deep as it is long.
class ExpressionWriter::Printer {
public:
    Printer(ExpressionWriter const& writer, LanguageTable const& language, Value const& function = {})
        : writer_(writer), language_(language) {
        for (Value const& row : items_of(function, "variables")) locals_.emplace(name_of(row), row.member("type"));
    }

    std::string run(Value const& root) {
        push(root, 0);
        while (!items_.empty()) {
            Item const item = std::move(items_.back());
            items_.pop_back();
            if (auto const* text = std::get_if<std::string>(&item)) {
                out_ += *text;
            } else if (std::get_if<EndOfNoEvent>(&item) != nullptr) {
                --no_event_depth_;
            } else {
                print(std::get<Node>(item));
            }
        }
        return std::move(out_);
    }

    std::string run_target(Value const& target) {
        if (target.is_string()) return place(target.string(), Access::value, true);
        bool const is_reference =
            target.is_list() && target.size() == 2 && target.item(0).is_string() && target.item(1).is_string();
        if (!is_reference) malformed(target);
        return place(target.item(1).string(), access_of(target), true);
    }

private:
    struct Node {
        Value value;
        int least;               // precedence that needs no parentheses
        bool is_lifted = false;  // a scalar that has to be written as an array
    };
    // The values of the holes with these names.
    struct Labels {
        std::string identifier;
        std::string index;
        std::string ordinal;
        std::string text;
    };
    struct EndOfNoEvent {};
    using Item = std::variant<std::string, Node, EndOfNoEvent>;
    enum class Access { value, derivative, previous };

    void push(Value value, int least) { items_.emplace_back(Node{std::move(value), least}); }
    void push(std::string text) { items_.emplace_back(std::move(text)); }

    void print(Node const& node) {
        if (node.is_lifted) return print_pattern(node, *language_.scalar, {node.value}, {});
        switch (node.value.kind()) {
            case ValueKind::integer:
            case ValueKind::real: return print_number(node.value.number(), node.least, language_.real);
            case ValueKind::boolean: out_ += node.value.boolean() ? language_.true_text : language_.false_text; return;
            case ValueKind::string: return print_variable(node, node.value.string(), Access::value);
            case ValueKind::list:
                if (node.value.size() > 0 && node.value.item(0).is_string()) return print_operation(node);
                malformed(node.value);
            case ValueKind::undefined:
            case ValueKind::none:
            case ValueKind::dict:
            case ValueKind::macro:
            case ValueKind::space: malformed(node.value);
        }
    }

    void print_operation(Node const& node) {
        Value const& value = node.value;
        std::string const name = value.item(0).string();
        std::size_t const count = value.size() - 1 - (has_type(value) ? 1 : 0);
        if (name == "string" && count == 1 && value.item(1).is_string()) {
            out_ += quote(language_, value.item(1).string());
        } else if (name == "int" && count == 1 && value.item(1).kind() == ValueKind::integer) {
            print_number(value.item(1), node.least, language_.integer);
        } else if ((name == "der" || name == "pre") && count == 1) {
            print_reference(node);
        } else if (name == "noEvent" && count == 1) {
            print_no_event(node);
        } else if (is_remembered(name) && count == 2) {
            print_remembered(node, name);
        } else if (name == "shared" && count == 1 && !can_refer_to_shared()) {
            push(shared_expression(node.value), node.least);
        } else if (!language_.forms.contains(name) && push_meaning(node, name, count)) {
            return;
        } else {
            print_form(node, name == "-" && count == 1 ? "unary -" : name, count);
        }
    }

    // Inside noEvent, a shared expression means something else: its relations are not remembered. A language that shows
    // `noEvent` leaves that to its readers.
    [[nodiscard]] bool can_refer_to_shared() const {
        return language_.forms.contains("shared") && (no_event_depth_ == 0 || language_.forms.contains("noEvent"));
    }

    void print_no_event(Node const& node) {
        ++no_event_depth_;
        items_.emplace_back(EndOfNoEvent{});
        if (language_.forms.contains("noEvent")) {
            print_form(node, "noEvent", 1);
        } else {
            push(node.value.item(1), node.least);
        }
    }

    // For a language without a form for a function: the expression that it stands for, if it is one of those that do.
    bool push_meaning(Node const& node, std::string_view name, std::size_t count) {
        if ((name == "edge" || name == "change") && count == 1) {
            print_change(node, name == "edge");
        } else if (name == "smooth" && count == 2) {
            push(node.value.item(2), node.least);
        } else if (name == "homotopy" && count >= 1) {
            push(node.value.item(1), node.least);
        } else if (name == "semiLinear" && count == 3) {
            push(semi_linear(node.value), node.least);
        } else {
            return false;
        }
        return true;
    }

    // semiLinear(x, a, b) is `if x >= 0 then a*x else b*x` (Modelica 3.6, section 3.7.4.5).
    static Value semi_linear(Value const& value) {
        Value const x = value.item(1);
        return expression("if", {expression(">=", {x, 0.0}), expression("*", {value.item(2), x}),
                                 expression("*", {value.item(3), x})});
    }

    // Whether a value is an array. Operations say so themselves.
    [[nodiscard]] bool is_array(Value const& value) const {
        if (value.is_string()) {
            auto const found = writer_.variables_.find(value.string());
            return found != writer_.variables_.end() && found->second.member("type").is_dict();
        }
        if (!value.is_list() || value.size() == 0 || !value.item(0).is_string()) return false;
        if (has_type(value)) return value.item(value.size() - 1).member("type").is_dict();
        std::string const& name = value.item(0).string();
        if (name == "local" && value.size() == 2 && value.item(1).is_string()) {
            auto const found = locals_.find(value.item(1).string());
            return found != locals_.end() && found->second.is_dict();
        }
        if (name == "shared") return is_array(shared_expression(value));
        return name == "whole";
    }

    // ---- variables ----

    [[nodiscard]] static Access access_of(Value const& reference) {
        std::string const name = reference.item(0).string();
        if (name != "der" && name != "pre") malformed(reference);
        return name == "der" ? Access::derivative : Access::previous;
    }

    void print_reference(Node const& node) {
        Value const variable = node.value.item(1);
        if (!variable.is_string())
            lacks(language_, "`" + node.value.item(0).string() + "` of something that is not a variable");
        print_variable(node, variable.string(), access_of(node.value));
    }

    void print_variable(Node const& node, std::string const& name, Access access) {
        bool const needs_parentheses = pattern_of(name, access).precedence < node.least;
        if (needs_parentheses) out_ += language_.open_parenthesis;
        out_ += place(name, access);
        if (needs_parentheses) out_ += language_.close_parenthesis;
    }

    // edge(b) is `b and not pre(b)`, change(v) is `v <> pre(v)` (Modelica 3.6, section 3.7.5).
    void print_change(Node const& node, bool is_edge) {
        Value const variable = node.value.item(1);
        Value const previous = expression("pre", {variable});
        push(is_edge ? expression("and", {variable, expression("not", {previous})})
                     : expression("<>", {variable, previous}),
             node.least);
    }

    [[nodiscard]] Value const& variable_named(std::string const& name) const {
        auto const found = writer_.variables_.find(name);
        if (found != writer_.variables_.end()) return found->second;
        throw CannotWrite{DiagnosticKind::UnknownName, "the document has no variable `" + name + "`"};
    }

    [[nodiscard]] Pattern const& pattern_of(std::string const& name, Access access, bool is_target = false) const {
        Value const& variable = variable_named(name);
        auto const is = [&](std::string_view member, std::string const& wanted) {
            Value const found = variable.member(member);
            return wanted.empty() || (found.is_string() && found.string() == wanted);
        };
        for (auto const* const cases : {is_target ? &language_.targets : nullptr, &language_.variables}) {
            if (cases == nullptr) continue;
            for (VariableCase const& each : *cases) {
                if (!is("type", each.type) || !is("role", each.role)) continue;
                std::optional<Pattern> const& form = access == Access::value        ? each.value
                                                     : access == Access::derivative ? each.derivative
                                                                                    : each.previous;
                if (form) return *form;
            }
        }
        lacks(language_, access == Access::value        ? "variables"
                         : access == Access::derivative ? "derivatives"
                                                        : "previous values");
    }

    // A place has no operands, so that it is text at once.
    [[nodiscard]] std::string place(std::string const& name, Access access, bool is_target = false) const {
        std::string text;
        for (Pattern::Piece const& piece : pattern_of(name, access, is_target).pieces) {
            text += piece.is_hole ? hole_text(piece.text, name) : piece.text;
        }
        return text;
    }

    // `{index}`, `{name}`, … of a variable.
    [[nodiscard]] std::string hole_text(std::string const& hole, std::string const& name) const {
        if (hole == "name") return comment_text(language_, name);
        if (hole == "identifier") return identifier(language_, name);
        if (hole == "text") return escape(language_, name);
        Value const number = variable_named(name).member(hole);
        if (number.kind() != ValueKind::integer) lacks(language_, "`" + name + "`, which has no `" + hole + "`");
        return std::to_string(number.integer() + language_.index_base);
    }

    // ---- numbers ----

    void print_number(Value const& number, int least, Pattern const& form) {
        auto const sign = language_.forms.find("unary -");
        int const precedence =
            std::signbit(number.number()) && sign != language_.forms.end() ? sign->second.precedence : primary_precedence;
        bool const needs_parentheses = precedence < least;
        if (needs_parentheses) out_ += language_.open_parenthesis;
        for (Pattern::Piece const& piece : form.pieces) out_ += piece.is_hole ? to_json(number) : piece.text;
        if (needs_parentheses) out_ += language_.close_parenthesis;
    }

    // ---- operators, functions and the rest ----

    // If the language has no form for the memory, and in noEvent, the expression is computed.
    void print_remembered(Node const& node, std::string const& name) {
        if (node.value.item(1).kind() != ValueKind::integer) malformed(node.value);
        auto const found = language_.forms.find(name);
        if (found == language_.forms.end() || no_event_depth_ > 0) return push(node.value.item(2), node.least);
        Labels labels;
        labels.index = std::to_string(node.value.item(1).integer() - 1 + language_.index_base);
        bool const shows_expression =
            std::ranges::any_of(found->second.pieces, [](Pattern::Piece const& piece) { return piece.operand > 0; });
        ValueList operands;
        if (shows_expression) operands.push_back(node.value.item(2));
        print_pattern(node, found->second, operands, labels);
    }

    // The expression with that number in the section `shared`.
    [[nodiscard]] Value shared_expression(Value const& reference) const {
        Value const number = reference.size() == 2 ? reference.item(1) : Value();
        bool const is_there = number.kind() == ValueKind::integer && number.integer() >= 1 &&
                              static_cast<std::size_t>(number.integer()) <= writer_.shared_.size();
        if (!is_there) malformed(reference);
        return writer_.shared_.item(static_cast<std::size_t>(number.integer()) - 1);
    }

    // The form of an operation. There may be another one for arrays; `uses_arrays` says that it is this one.
    [[nodiscard]] Pattern const& form_of(std::string const& name, bool is_array_result, bool has_array_operand,
                                         bool& uses_arrays) const {
        auto const for_arrays = language_.arrays.find(name);
        // The operand of a subscript is always an array.
        bool const concerns_arrays = is_array_result || (has_array_operand && name != "subscript");
        uses_arrays = concerns_arrays && for_arrays != language_.arrays.end();
        if (uses_arrays) return for_arrays->second;
        if (is_array_result && !language_.arrays.empty() && !is_reference(name)) lacks(language_, "`" + name + "` of arrays");
        auto const found = language_.forms.find(name);
        if (found != language_.forms.end()) return found->second;
        if (language_.other_function && !is_reference(name)) return *language_.other_function;
        lacks(language_, "`" + name + "`");
    }

    void print_form(Node const& node, std::string const& name, std::size_t count) {
        ValueList operands;
        for (std::size_t i = 1; i <= count; ++i) operands.push_back(node.value.item(i));
        if (name == "output" && language_.forms.contains(name)) return print_output(node, operands);
        bool const is_array_result = is_array(node.value);
        bool const has_array_operand =
            !language_.arrays.empty() && std::ranges::any_of(operands, [&](Value const& each) { return is_array(each); });
        bool uses_arrays = false;
        Pattern const& form = form_of(name, is_array_result, has_array_operand, uses_arrays);
        Labels labels;
        if (language_.other_function && &form == &*language_.other_function) labels = name_labels(name);
        if (name == "call" || name == "record" || name == "local") labels = take_name(node, operands, 0);
        if (name == "field") labels = take_name(node, operands, 1);
        if (name == "range" && operands.size() == 2) operands.insert(operands.begin() + 1, expression("int", {std::int64_t{1}}));
        // ["store", value, array, subscripts…] is what templates write for an assignment to a part of an array.
        if (name == "subscript" || name == "store") resolve_ends(operands, name == "store" ? 1 : 0);
        if (name == "subscript" && !is_array_result) shift_subscripts(operands);
        if (name == "enum") labels = take_literal(node, operands);
        if (name == "shared") {
            (void)shared_expression(node.value);
            labels.index = std::to_string(operands[0].integer() - 1 + language_.index_base);
            operands.clear();
        }
        print_pattern(node, form, operands, labels, uses_arrays);
    }

    // ["output", 2, ["call", f, …]]: the form has the holes of a call, and the number.
    void print_output(Node const& node, ValueList const& operands) {
        bool const has_number = operands.size() == 2 && operands[0].kind() == ValueKind::integer;
        if (!has_number) malformed(node.value);
        Value call = operands[1];
        auto const is_list_of = [](Value const& value, std::string_view name) {
            return value.is_list() && value.size() > 1 && equal(value.item(0), std::string(name));
        };
        while (is_list_of(call, "shared")) call = shared_expression(call);
        if (!is_list_of(call, "call")) malformed(node.value);
        ValueList arguments;
        for (std::size_t i = 1; i + (has_type(call) ? 1 : 0) < call.size(); ++i) arguments.push_back(call.item(i));
        Labels labels = take_name(node, arguments, 0);
        labels.index = std::to_string(operands[0].integer() - 1 + language_.index_base);
        print_pattern(node, language_.forms.at("output"), arguments, labels);
    }

    // The operand that is a name rather than an expression.
    Labels take_name(Node const& node, ValueList& operands, std::size_t index) const {
        if (index >= operands.size() || !operands[index].is_string()) malformed(node.value);
        std::string const name = operands[index].string();
        operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(index));
        return name_labels(name);
    }

    [[nodiscard]] Labels name_labels(std::string const& name) const {
        return {identifier(language_, name), {}, {}, escape(language_, name)};
    }

    // ["enum", type, literal]
    Labels take_literal(Node const& node, ValueList& operands) const {
        bool const has_names = operands.size() == 2 && operands[0].is_string() && operands[1].is_string();
        if (!has_names) malformed(node.value);
        std::string const name = operands[0].string() + "." + operands[1].string();
        auto const found = writer_.literals_.find(name);
        if (found == writer_.literals_.end()) malformed(node.value);
        operands.clear();
        return {identifier(language_, name), std::to_string(found->second.integer() + language_.index_base),
                std::to_string(found->second.integer() + 1), escape(language_, name)};
    }

    // `end` in a subscript is the size of its dimension.
    static void resolve_ends(ValueList& operands, std::size_t array) {
        for (std::size_t i = array + 1; i < operands.size(); ++i) {
            operands[i] = without_end(operands[i], operands[array], static_cast<std::int64_t>(i - array));
        }
    }

    static Value without_end(Value const& subscript, Value const& array, std::int64_t dimension) {
        bool const is_operation = subscript.is_list() && subscript.size() > 0 && subscript.item(0).is_string();
        if (!is_operation || subscript.item(0).string() == "subscript") return subscript;
        if (subscript.item(0).string() == "end") {
            return expression("size", {array, expression("int", {dimension})});
        }
        ValueList items = {subscript.item(0)};
        for (std::size_t i = 1; i < subscript.size(); ++i) {
            items.push_back(without_end(subscript.item(i), array, dimension));
        }
        return items;
    }

    // From Modelica's subscripts, which begin at 1, to those of the language.
    void shift_subscripts(ValueList& operands) const {
        std::int64_t const shift = 1 - language_.index_base;
        for (std::size_t i = 1; i < operands.size() && shift != 0; ++i) {
            Value const& each = operands[i];
            bool const is_literal = each.is_list() && each.size() == 2 && equal(each.item(0), std::string("int")) &&
                                    each.item(1).kind() == ValueKind::integer;
            operands[i] = is_literal ? expression("int", {each.item(1).integer() - shift})
                                     : expression("-", {each, expression("int", {shift})});
        }
    }

    void print_pattern(Node const& node, Pattern const& form, ValueList const& operands, Labels const& labels,
                       bool lifts_scalars = false) {
        std::size_t used = 0;
        for (Pattern::Piece const& piece : form.pieces) used = std::max(used, piece.operand);
        std::size_t shown = used;
        auto const part = [&](Value const& operand, int least) {
            return Node{operand, least, lifts_scalars && language_.scalar && !is_array(operand)};
        };
        std::vector<Item> parts;
        for (Pattern::Piece const& piece : form.pieces) {
            if (!piece.is_hole) {
                parts.emplace_back(piece.text);
            } else if (piece.operand > 0) {
                if (piece.operand > operands.size()) malformed(node.value);
                parts.emplace_back(part(operands[piece.operand - 1], piece.least));
            } else if (piece.text == "*") {
                for (; shown < operands.size(); ++shown) {
                    if (shown > used) parts.emplace_back(language_.separator);
                    parts.emplace_back(part(operands[shown], 0));
                }
            } else {
                parts.emplace_back(piece.text == "index"     ? labels.index
                                   : piece.text == "ordinal" ? labels.ordinal
                                                             : labels.identifier);
            }
        }
        // Operands that a pattern does not show must not get lost.
        if (shown < operands.size()) malformed(node.value);
        push_parts(std::move(parts), form.precedence < node.least);
    }

    void push_parts(std::vector<Item> parts, bool needs_parentheses) {
        if (needs_parentheses) push(language_.close_parenthesis);
        for (std::size_t i = parts.size(); i-- > 0;) items_.push_back(std::move(parts[i]));
        if (needs_parentheses) push(language_.open_parenthesis);
    }

    ExpressionWriter const& writer_;
    LanguageTable const& language_;
    std::vector<Item> items_;
    std::string out_;
    std::unordered_map<std::string, Value> locals_;  // the types of the variables of a function
    int no_event_depth_ = 0;
};

ValueDict variables_by_name(Value const& model) {
    ValueDict variables;
    std::int64_t index = 0;
    std::int64_t state = 0;
    for (Value const& row : items_of(model, "variables")) {
        if (!row.is_dict()) continue;
        ValueDict members;
        for (std::string const& key : row.keys()) members[key] = row.member(key);
        members["index"] = index++;
        if (equal(row.member("role"), std::string("state"))) members["state"] = state++;
        variables.emplace(name_of(row), std::move(members));
    }
    return variables;
}

ExpressionWriter::ExpressionWriter(LanguageTable const& language, Value const& model)
    : language_(language), variables_(variables_by_name(model)), shared_(items_of(model, "shared")) {
    for (Value const& type : items_of(model, "types")) {
        std::int64_t ordinal = 0;
        for (Value const& member : items_of(type, "members")) {
            literals_.emplace(name_of(type) + "." + name_of(member), ordinal++);
        }
    }
}

std::string ExpressionWriter::write(Value const& value, Value const& function) const {
    return Printer(*this, language_, function).run(value);
}

std::string ExpressionWriter::write_target(Value const& target) const {
    return Printer(*this, language_).run_target(target);
}

}  // namespace moo::tmpl
