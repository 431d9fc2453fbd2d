// The walk over expressions that the writers of JSON and XML share.
#pragma once

#include <string_view>
#include <vector>

#include "moo/io/document/carried_type.h"
#include "moo/io/document/expression_names.h"
#include "moo/io/document/write_context.h"

namespace moo {

// A node with operands.
struct OperationText {
    enum class Form : std::uint8_t { apply, call, record, field, output, reduction };
    Form form = Form::apply;
    std::string_view text;    // the operator, function, type, field or kind of reduction
    std::int64_t number = 0;  // of an output
    TypeId type;              // if the operation carries it
};

// Uses an explicit stack, because the model determines the depth. A syntax has
//
//     shared(number), real(value), integer(value), boolean(value), string(text), enumeration(type, literal),
//     variable(name), local(name)
//     begin(operation, has_operands), separate()                     separate() before each operand
//     end(operation, has_operands)
//     begin_remembered(row), end_remembered(row)                     around an expression, without separate()
//     begin_iterator(name), end_iterator()                           around a range of a reduction; no separate() there
template <class Syntax>
class ExpressionWalk {
public:
    ExpressionWalk(Syntax& syntax, WriteContext const& context)
        : syntax_(syntax), context_(context), exprs_(context.document.exprs) {}

    void write(ExprId root) { run(root, false); }
    // The expression itself, if it is one to which others refer.
    void write_definition(ExprId root) { run(root, true); }

private:
    enum class Step : std::uint8_t { operand, range, end, end_remembered };
    struct Todo {
        ExprId expr;
        Step step;
        std::uint32_t iterator = 0;
        RememberedRow remembered = {};
    };

    void run(ExprId root, bool is_definition) {
        todo_.clear();
        no_event_depth_ = 0;
        write_node(root, is_definition);
        while (!todo_.empty()) {
            Todo const item = todo_.back();
            todo_.pop_back();
            switch (item.step) {
                case Step::operand:
                    syntax_.separate();
                    write_node(item.expr, false);
                    break;
                case Step::range: begin_range(item); break;
                case Step::end: end(item); break;
                case Step::end_remembered: syntax_.end_remembered(item.remembered); break;
            }
        }
    }

    [[nodiscard]] std::string_view text(Symbol symbol) const { return context_.interner.text(symbol); }

    void begin_range(Todo const& item) {
        ReductionIterator const iterator = exprs_.iterator_at(item.expr, item.iterator);
        syntax_.begin_iterator(text(iterator.name));
        todo_.push_back({ExprId(), Step::end});
        write_node(iterator.range, false);
    }
    void end(Todo const& item) {
        if (item.expr) {
            if (exprs_.is_builtin(item.expr, Builtin::no_event)) --no_event_depth_;
            syntax_.end(operation(item.expr), true);
        } else {
            syntax_.end_iterator();
        }
    }

    void write_node(ExprId expr, bool is_definition) {
        std::uint32_t const shared = is_definition ? 0 : context_.shared.number_of(expr);
        if (shared != 0) return syntax_.shared(shared);
        RememberedRow const row = context_.remembered.of(expr);
        // Inside `noEvent` relations are not remembered.
        if (row.number != 0 && (no_event_depth_ == 0 || row.kind != RememberedKind::relation)) {
            syntax_.begin_remembered(row);
            todo_.push_back({ExprId(), Step::end_remembered, 0, row});
        }
        ExprKind const kind = exprs_.kind(expr);
        if (kind == ExprKind::variable) {
            return syntax_.variable(text(context_.document.variables[exprs_.variable_of(expr)].name));
        }
        if (is_literal(kind)) return write_literal(kind, expr);
        if (kind == ExprKind::iterator) return syntax_.local(text(exprs_.symbol(expr)));
        write_operation(expr);
    }

    void write_literal(ExprKind kind, ExprId expr) {
        if (kind == ExprKind::real) return syntax_.real(exprs_.real_value(expr));
        if (kind == ExprKind::integer) return syntax_.integer(exprs_.integer_value(expr));
        if (kind == ExprKind::boolean) return syntax_.boolean(exprs_.boolean_value(expr));
        if (kind == ExprKind::string) return syntax_.string(text(exprs_.symbol(expr)));
        TypeId const type = exprs_.type(expr);
        syntax_.enumeration(text(exprs_.types().name(type)),
                            text(exprs_.types().literals(type)[exprs_.enumeration_ordinal(expr) - 1]));
    }

    void write_operation(ExprId expr) {
        Operands const operands = exprs_.operands(expr);
        OperationText const head = operation(expr);
        syntax_.begin(head, operands.size() > 0);
        if (operands.size() == 0) return syntax_.end(head, false);
        if (exprs_.is_builtin(expr, Builtin::no_event)) ++no_event_depth_;
        todo_.push_back({expr, Step::end});
        if (head.form == OperationText::Form::reduction) {
            for (std::size_t i = exprs_.iterator_count(expr); i-- > 0;) {
                todo_.push_back({expr, Step::range, static_cast<std::uint32_t>(i)});
            }
            todo_.push_back({exprs_.operand(expr, 0), Step::operand});
            return;
        }
        for (std::size_t i = operands.size(); i-- > 0;) todo_.push_back({operands[i], Step::operand});
    }

    [[nodiscard]] OperationText operation(ExprId expr) const {
        OperationText result = untyped_operation(expr);
        result.type = carried_type(exprs_, expr);
        return result;
    }

    [[nodiscard]] OperationText untyped_operation(ExprId expr) const {
        using Form = OperationText::Form;
        ExprKind const kind = exprs_.kind(expr);
        std::string_view const word = operator_word(kind);
        if (!word.empty()) return {Form::apply, word, 0, {}};
        if (kind == ExprKind::builtin) return {Form::apply, builtin_info(exprs_.builtin_of(expr)).name, 0, {}};
        if (kind == ExprKind::field) return {Form::field, text(exprs_.symbol(expr)), 0, {}};
        if (kind == ExprKind::output)
            return {Form::output, {}, static_cast<std::int64_t>(exprs_.output_number(expr)), {}};
        if (kind == ExprKind::reduction) return {Form::reduction, reduction_name(exprs_.reduction_of(expr)), 0, {}};
        return {exprs_.is_record(expr) ? Form::record : Form::call, text(exprs_.symbol(expr)), 0, {}};
    }

    Syntax& syntax_;
    WriteContext const& context_;
    ExprStore const& exprs_;
    std::vector<Todo> todo_;
    int no_event_depth_ = 0;
};

}  // namespace moo
