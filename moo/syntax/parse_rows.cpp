// A file in pieces: the tree of a large one would be several times its size.
#include "moo/syntax/parser.h"

namespace moo {

using ast::Class;

// A parser that gives up, as on what is nested too deep, counts no error but leaves nodes without their parts. Nothing
// is handed over then.
void Parser::parse_rows(RowConsumer& consumer) {
    if (report_empty_file()) return;
    while (!at(TokenKind::end_of_file)) {
        std::uint32_t const errors_before = errors_seen_;
        if (at(TokenKind::kw_model)) {
            parse_model_rows(consumer);
            expect_semicolon();
        } else if (at_class_start()) {
            ast::ClassId const id = parse_class(false, false);
            expect_semicolon();
            if (errors_seen_ == errors_before && !gave_up_) consumer.take_class(id);
        } else {
            // Tokens at which recovery stops inside a class mean nothing here.
            if (errors_seen_ > 0 && at_recovery_point()) fail();
            unexpected("a class definition such as `model M … end M;`");
        }
        recover();
    }
    finish();
}

void Parser::parse_model_rows(RowConsumer& consumer) {
    std::uint32_t const begin = current_.begin;
    Class node;
    parse_class_prefixes(node);
    node.name = expect_identifier("the name of the class");
    open_classes_.push_back(node.name.symbol);
    node.comment.description = parse_description();
    recover();
    consumer.begin_model(node);
    bool has_annotation = false;
    while (!at(TokenKind::end_of_file) && !failed_) {
        if (at(TokenKind::kw_end) && (peek() == TokenKind::identifier || !at_recovery_point())) break;
        std::uint32_t const errors_before = errors_seen_;
        if (at_element_start()) {
            parse_element_rows(consumer);
        } else if (accept(TokenKind::kw_equation)) {
            parse_equation_rows(consumer);
        } else if (at(TokenKind::kw_annotation) && !has_annotation) {
            has_annotation = true;
            ast::ModificationId const annotation = parse_annotation();
            expect_semicolon();
            if (errors_seen_ == errors_before && !gave_up_) consumer.take_annotation(annotation);
        } else {
            if (errors_seen_ != errors_before) fail();
            report_stray_in_class(node);
        }
        recover();
    }
    parse_class_end(node, begin);
    open_classes_.pop_back();
    consumer.end_model(span_from(begin));
}

// Nodes of rows that are not kept are removed a few rows at a time: removing them after each row would cost more than
// the memory is worth.
void Parser::forget_rows(ast::Ast::Mark const& mark) {
    if (++forgotten_rows_ % 64 == 0) tree_.rollback(mark);
}

void Parser::parse_element_rows(RowConsumer& consumer) {
    ast::Ast::Mark mark = tree_.mark();
    while (at_element_start()) {
        std::uint32_t const errors_before = errors_seen_;
        ast::ElementId const id = parse_element({}, current_.begin);
        expect_semicolon();
        bool const is_kept = errors_seen_ == errors_before && !gave_up_ && consumer.take_element(id);
        if (is_kept) {
            mark = tree_.mark();
        } else {
            forget_rows(mark);
        }
        recover();
    }
}

void Parser::parse_equation_rows(RowConsumer& consumer) {
    ast::Ast::Mark mark = tree_.mark();
    while (!at_body_end() && !failed_) {
        std::uint32_t const errors_before = errors_seen_;
        ast::EquationId const id = parse_equation();
        expect_semicolon();
        bool const is_kept = errors_seen_ == errors_before && !gave_up_ && consumer.take_equation(id);
        if (is_kept) {
            mark = tree_.mark();
        } else {
            forget_rows(mark);
        }
        recover();
    }
}

}  // namespace moo
