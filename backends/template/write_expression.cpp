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

bool is_relation(std::string_view name) {
    static constexpr std::string_view relations[] = {"<", "<=", ">", ">=", "==", "<>"};
    return std::ranges::find(relations, name) != std::end(relations);
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
    Printer(ExpressionWriter const& writer, LanguageTable const& language) : writer_(writer), language_(language) {}

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
        int least;                // precedence that needs no parentheses
        bool is_wrapped = false;  // the relation that is inside its memory
    };
    // The values of the holes `{identifier}` and `{index}` of a form.
    struct Labels {
        std::string identifier;
        std::string index;
    };
    struct EndOfNoEvent {};
    using Item = std::variant<std::string, Node, EndOfNoEvent>;
    enum class Access { value, derivative, previous };

    void push(Value value, int least) { items_.emplace_back(Node{std::move(value), least}); }
    void push(std::string text) { items_.emplace_back(std::move(text)); }

    void print(Node const& node) {
        switch (node.value.kind()) {
            case ValueKind::integer: return print_number(node, language_.integer, node.value.integer() < 0);
            case ValueKind::real: return print_number(node, language_.real, std::signbit(node.value.number()));
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
        std::size_t const count = value.size() - 1;
        if (name == "string" && count == 1 && value.item(1).is_string()) {
            out_ += quote(language_, value.item(1).string());
        } else if ((name == "der" || name == "pre") && count == 1) {
            print_reference(node);
        } else if ((name == "edge" || name == "change") && count == 1) {
            print_change(node, name == "edge");
        } else if (name == "noEvent" && count == 1) {
            ++no_event_depth_;
            items_.emplace_back(EndOfNoEvent{});
            push(value.item(1), node.least);
        } else if (name == "smooth" && count == 2) {
            push(value.item(2), node.least);
        } else if (name == "homotopy" && count >= 1) {
            push(value.item(1), node.least);
        } else if ((is_relation(name) || name == "shared") && !node.is_wrapped && no_event_depth_ == 0 &&
                   is_remembered(node)) {
            print_remembered(node);
        } else if (name == "shared" && count == 1 && (no_event_depth_ > 0 || !language_.forms.contains(name))) {
            push(shared_expression(node), node.least);
        } else {
            print_form(node, name == "-" && count == 1 ? "unary -" : name);
        }
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
        out_ += needs_parentheses ? "(" + place(name, access) + ")" : place(name, access);
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
        Value const number = variable_named(name).member(hole);
        if (number.kind() != ValueKind::integer) lacks(language_, "`" + name + "`, which has no `" + hole + "`");
        return std::to_string(number.integer() + language_.index_base);
    }

    // ---- numbers ----

    void print_number(Node const& node, Pattern const& form, bool is_negative) {
        auto const sign = language_.forms.find("unary -");
        int const precedence =
            is_negative && sign != language_.forms.end() ? sign->second.precedence : primary_precedence;
        bool const needs_parentheses = precedence < node.least;
        if (needs_parentheses) out_ += '(';
        for (Pattern::Piece const& piece : form.pieces) out_ += piece.is_hole ? to_json(node.value) : piece.text;
        if (needs_parentheses) out_ += ')';
    }

    // ---- operators, functions and the rest ----

    [[nodiscard]] bool is_remembered(Node const& node) const {
        return language_.relation && writer_.relations_.contains(to_json(node.value));
    }

    void print_remembered(Node const& node) {
        std::int64_t const index = writer_.relations_.at(to_json(node.value)) + language_.index_base;
        std::vector<Item> parts;
        for (Pattern::Piece const& piece : language_.relation->pieces) {
            if (piece.operand > 0) {
                parts.emplace_back(Node{node.value, piece.least, true});
            } else {
                parts.emplace_back(piece.is_hole ? std::to_string(index) : piece.text);
            }
        }
        push_parts(std::move(parts), language_.relation->precedence < node.least);
    }

    // The expression with that number in the section `shared`.
    [[nodiscard]] Value shared_expression(Node const& node) const {
        Value const number = node.value.item(1);
        bool const is_there = number.kind() == ValueKind::integer && number.integer() >= 1 &&
                              static_cast<std::size_t>(number.integer()) <= writer_.shared_.size();
        if (!is_there) malformed(node.value);
        return writer_.shared_.item(static_cast<std::size_t>(number.integer()) - 1);
    }

    void print_form(Node const& node, std::string const& name) {
        auto const found = language_.forms.find(name);
        if (found == language_.forms.end()) lacks(language_, "`" + name + "`");
        ValueList operands;
        for (std::size_t i = 1; i < node.value.size(); ++i) operands.push_back(node.value.item(i));
        Labels labels;
        if (name == "call" || name == "record" || name == "local") labels.identifier = take_name(node, operands, 0);
        if (name == "field") labels.identifier = take_name(node, operands, 1);
        if (name == "subscript") shift_subscripts(operands);
        if (name == "enum") labels = take_literal(node, operands);
        if (name == "shared") {
            (void)shared_expression(node);
            labels.index = std::to_string(operands[0].integer() - 1 + language_.index_base);
            operands.clear();
        }
        print_pattern(node, found->second, operands, labels);
    }

    // The operand that is a name rather than an expression.
    std::string take_name(Node const& node, ValueList& operands, std::size_t index) const {
        if (index >= operands.size() || !operands[index].is_string()) malformed(node.value);
        std::string const name = operands[index].string();
        operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(index));
        return identifier(language_, name);
    }

    // ["enum", type, literal]
    Labels take_literal(Node const& node, ValueList& operands) const {
        bool const has_names = operands.size() == 2 && operands[0].is_string() && operands[1].is_string();
        if (!has_names) malformed(node.value);
        std::string const name = operands[0].string() + "." + operands[1].string();
        auto const found = writer_.literals_.find(name);
        if (found == writer_.literals_.end()) malformed(node.value);
        operands.clear();
        return {identifier(language_, name), std::to_string(found->second.integer() + language_.index_base)};
    }

    // From Modelica's subscripts, which begin at 1, to those of the language.
    void shift_subscripts(ValueList& operands) const {
        std::int64_t const shift = 1 - language_.index_base;
        for (std::size_t i = 1; i < operands.size() && shift != 0; ++i) {
            bool const is_literal = operands[i].kind() == ValueKind::integer;
            operands[i] = is_literal ? Value(operands[i].integer() - shift) : expression("-", {operands[i], shift});
        }
    }

    void print_pattern(Node const& node, Pattern const& form, ValueList const& operands, Labels const& labels) {
        std::size_t used = 0;
        for (Pattern::Piece const& piece : form.pieces) used = std::max(used, piece.operand);
        std::size_t shown = used;
        std::vector<Item> parts;
        for (Pattern::Piece const& piece : form.pieces) {
            if (!piece.is_hole) {
                parts.emplace_back(piece.text);
            } else if (piece.operand > 0) {
                if (piece.operand > operands.size()) malformed(node.value);
                parts.emplace_back(Node{operands[piece.operand - 1], piece.least});
            } else if (piece.text == "*") {
                for (; shown < operands.size(); ++shown) {
                    if (shown > used) parts.emplace_back(std::string(", "));
                    parts.emplace_back(Node{operands[shown], 0});
                }
            } else {
                parts.emplace_back(piece.text == "index" ? labels.index : labels.identifier);
            }
        }
        // Operands that a pattern does not show must not get lost.
        if (shown < operands.size()) malformed(node.value);
        push_parts(std::move(parts), form.precedence < node.least);
    }

    void push_parts(std::vector<Item> parts, bool needs_parentheses) {
        if (needs_parentheses) push(")");
        for (std::size_t i = parts.size(); i-- > 0;) items_.push_back(std::move(parts[i]));
        if (needs_parentheses) push("(");
    }

    ExpressionWriter const& writer_;
    LanguageTable const& language_;
    std::vector<Item> items_;
    std::string out_;
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
    for (Value const& crossing : items_of(model, "zeroCrossings")) {
        relations_.emplace(to_json(crossing.member("relation")), static_cast<std::int64_t>(relations_.size()));
    }
    for (Value const& type : items_of(model, "types")) {
        std::int64_t ordinal = 0;
        for (Value const& member : items_of(type, "members")) {
            literals_.emplace(name_of(type) + "." + name_of(member), ordinal++);
        }
    }
}

std::string ExpressionWriter::write(Value const& value) const { return Printer(*this, language_).run(value); }

std::string ExpressionWriter::write_target(Value const& target) const {
    return Printer(*this, language_).run_target(target);
}

}  // namespace moo::tmpl
