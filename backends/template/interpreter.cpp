#include "backends/template/interpreter.h"

#include <algorithm>

#include "moo/base/nearest_word.h"

namespace moo::tmpl {

namespace {

constexpr Message<std::int64_t> too_deep{DiagnosticKind::NestingTooDeep,
                                         "more than {} blocks, expressions and macros are open here"};
constexpr Message<std::int64_t> too_many_steps{DiagnosticKind::TemplateLimit, "the template takes more than {} steps"};
constexpr Message<std::int64_t> too_long{DiagnosticKind::TemplateLimit, "this makes a text of more than {} bytes"};
constexpr Message<std::string_view, std::string_view, std::string_view> wrong_type{DiagnosticKind::TypeMismatch,
                                                                                   "{} takes {}, not {}"};
constexpr Message<std::string_view> not_writable{DiagnosticKind::TypeMismatch, "{} cannot be written as text"};
constexpr Message<std::string_view> not_iterable{DiagnosticKind::TypeMismatch, "a loop cannot iterate over {}"};
constexpr Message<std::int64_t, std::string_view> not_unpackable{DiagnosticKind::TypeMismatch,
                                                                 "there are {} names here, but the value is {}"};
constexpr Message<std::int64_t, std::int64_t> wrong_count{DiagnosticKind::TypeMismatch,
                                                          "there are {} names here, but the list has {} items"};
constexpr Message<std::string_view> no_namespace{DiagnosticKind::TypeMismatch,
                                                 "`{}` is not a namespace, so its members cannot be set"};
constexpr Message<> too_nested{DiagnosticKind::NestingTooDeep,
                               "this value is a list of lists of lists, too many levels deep"};
constexpr Message<> no_files{DiagnosticKind::TemplateInclude, "other files cannot be used here"};

constexpr std::uint32_t max_built_depth = 100;

}  // namespace

std::string render(Template const& source, Environment const& environment, Diagnostics& diagnostics) {
    return Interpreter(environment, diagnostics).run(source);
}

// ---- mistakes and limits ----

Interpreter::Deeper::Deeper(Interpreter& interpreter, SourceSpan span) : interpreter_(interpreter) {
    if (++interpreter_.depth_ <= interpreter_.limits().depth) return;
    --interpreter_.depth_;
    interpreter_.stopped_ = true;
    interpreter_.fail(span, too_deep, std::int64_t{interpreter_.limits().depth});
}

void Interpreter::add_hint(Diagnostics::Report report, std::string_view word,
                           std::vector<std::string_view> const& candidates) {
    std::string_view const nearest = nearest_word(word, candidates);
    if (!nearest.empty()) report.note({}, "did you mean `{}`?", nearest);
}

void Interpreter::fail_type(SourceSpan span, std::string_view where, std::string_view expected, Value const& found) {
    fail(span, wrong_type, where, expected, found.description());
}

void Interpreter::step(SourceSpan span) {
    if (++steps_ <= limits().steps) return;
    stopped_ = true;
    fail(span, too_many_steps, static_cast<std::int64_t>(limits().steps));
}

void Interpreter::check_size(SourceSpan span, std::size_t size) {
    if (size <= limits().text) return;
    stopped_ = true;
    fail(span, too_long, static_cast<std::int64_t>(limits().text));
}

std::string Interpreter::text_of(SourceSpan span, Value const& value) {
    if (!value.is_data() || value.kind() == ValueKind::none) fail(span, not_writable, value.description());
    return to_text(value);
}

// ---- statements ----

std::string Interpreter::run(Template const& source) {
    std::string text;
    Scope globals;
    globals.names = environment_.globals;
    Scope top;
    top.parent = &globals;
    out_ = &text;
    try {
        Temporarily const file(source_, &source);
        Temporarily const names(scope_, &top);
        execute(source.body);
    } catch (Fault const&) {
        // It is reported.
    }
    return text;
}

std::string Interpreter::capture(std::vector<StatementId> const& body) {
    std::string text;
    Temporarily const output(out_, &text);
    execute(body);
    return text;
}

void Interpreter::execute(std::vector<StatementId> const& body) {
    for (StatementId const id : body) execute(source_->statements[id]);
}

void Interpreter::execute(Statement const& statement) {
    step(statement.span);
    Deeper const level(*this, statement.span);
    switch (statement.kind) {
        case StatementKind::text: out_->append(statement.text); return check_size(statement.span, out_->size());
        case StatementKind::output: return execute_output(statement);
        case StatementKind::if_: return execute_if(statement);
        case StatementKind::for_: return execute_for(statement);
        case StatementKind::set: return assign(statement.span, statement.names, evaluate(statement.expr));
        case StatementKind::set_member: return execute_set_member(statement);
        case StatementKind::set_block:
            return assign(statement.span, statement.names, capture(statement.branches.front().body));
        case StatementKind::macro: {
            StatementId const id(static_cast<std::size_t>(&statement - &*source_->statements.begin()));
            scope_->names[statement.text] = std::make_shared<Macro const>(Macro{source_, id, scope_});
            return;
        }
        case StatementKind::include: return execute_include(statement);
        case StatementKind::import: return execute_import(statement);
    }
}

// A mistake in an output does not keep others from being found.
void Interpreter::execute_output(Statement const& statement) {
    try {
        out_->append(text_of(source_->exprs[statement.expr].span, evaluate(statement.expr)));
        check_size(statement.span, out_->size());
    } catch (Fault const&) {
        if (stopped_ || reported_.size() >= limits().errors) throw;
    }
}

void Interpreter::execute_if(Statement const& statement) {
    for (Branch const& branch : statement.branches) {
        if (branch.condition && !evaluate(branch.condition).is_true()) continue;
        return execute(branch.body);
    }
}

void Interpreter::execute_for(Statement const& statement) {
    Value const walked = evaluate(statement.expr);
    SourceSpan const place = source_->exprs[statement.expr].span;
    if (!walked.is_list() && !walked.is_dict()) fail(place, not_iterable, walked.description());
    std::vector<std::string> const keys = walked.is_dict() ? walked.keys() : std::vector<std::string>();
    auto const item = [&](std::size_t i) -> Value {
        if (walked.is_list()) return walked.item(i);
        if (statement.names.size() != 2) return keys[i];
        return ValueList{keys[i], walked.member(keys[i])};
    };
    Scope scope;
    scope.parent = scope_;
    {
        Temporarily const names(scope_, &scope);
        std::vector<std::size_t> chosen;
        for (std::size_t i = 0; statement.filter && i < walked.size(); ++i) {
            scope.names.clear();
            assign(statement.span, statement.names, item(i));
            if (evaluate(statement.filter).is_true()) chosen.push_back(i);
        }
        std::size_t const count = statement.filter ? chosen.size() : walked.size();
        scope.loop_length = static_cast<std::int64_t>(count);
        for (std::size_t i = 0; i < count; ++i) {
            step(statement.span);
            scope.names.clear();
            scope.loop_index = static_cast<std::int64_t>(i);
            assign(statement.span, statement.names, item(statement.filter ? chosen[i] : i));
            execute(statement.branches.front().body);
        }
    }
    if (scope.loop_length == 0 && statement.branches.size() > 1) execute(statement.branches[1].body);
}

void Interpreter::assign(SourceSpan span, std::vector<std::string> const& names, Value const& value) {
    if (value.depth() > max_built_depth) fail(span, too_nested);
    if (names.size() == 1) {
        scope_->names[names.front()] = value;
        return;
    }
    auto const expected = static_cast<std::int64_t>(names.size());
    if (!value.is_list()) fail(span, not_unpackable, expected, value.description());
    if (value.size() != names.size()) fail(span, wrong_count, expected, static_cast<std::int64_t>(value.size()));
    for (std::size_t i = 0; i < names.size(); ++i) scope_->names[names[i]] = value.item(i);
}

void Interpreter::execute_set_member(Statement const& statement) {
    Expr name;
    name.kind = ExprKind::name;
    name.text = statement.names[0];
    name.span = statement.span;
    Value const space = lookup(name, Missing::is_error);
    if (space.kind() != ValueKind::space || space.space().is_module) fail(statement.span, no_namespace, name.text);
    Value const value = require_data(statement.span, evaluate(statement.expr));
    if (value.depth() > max_built_depth) fail(statement.span, too_nested);
    space.space().members[statement.names[1]] = value;
}

// ---- other files ----

Template const& Interpreter::load(Statement const& statement) {
    SourceSpan const place = source_->exprs[statement.expr].span;
    Value const name = evaluate(statement.expr);
    if (!name.is_string()) fail_type(place, "the name of a file", "a string", name);
    if (!environment_.load) fail(place, no_files);
    Template const* const loaded = environment_.load(name.string(), place);
    if (loaded == nullptr) throw Fault();
    return *loaded;
}

void Interpreter::execute_include(Statement const& statement) {
    Template const& source = load(statement);
    Diagnostics::Context const context(diagnostics_, statement.span, "included here");
    Scope scope;
    scope.parent = scope_;
    Temporarily const file(source_, &source);
    Temporarily const names(scope_, &scope);
    execute(source.body);
}

void Interpreter::execute_import(Statement const& statement) {
    Template const& source = load(statement);
    Diagnostics::Context const context(diagnostics_, statement.span, "imported here");
    auto found = modules_.find(&source);
    if (found == modules_.end()) {
        Scope* globals = scope_;
        while (globals->parent != nullptr) globals = globals->parent;
        Scope& scope = module_scopes_.emplace_back();
        scope.parent = globals;
        Temporarily const file(source_, &source);
        Temporarily const names(scope_, &scope);
        // Only the names that the file defines are of interest, not its text.
        (void)capture(source.body);
        found = modules_.emplace(&source, std::make_shared<Namespace>(Namespace{scope.names, true})).first;
    }
    scope_->names[statement.names.front()] = found->second;
}

}  // namespace moo::tmpl
