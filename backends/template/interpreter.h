// Runs templates: statements, expressions, macros.
#pragma once

#include <deque>
#include <functional>
#include <span>
#include <unordered_set>
#include <utility>

#include "backends/template/syntax.h"
#include "moo/base/diagnostics.h"

namespace moo::tmpl {

// The arguments of a call, a filter or a test.
struct Arguments {
    SourceSpan span;
    std::vector<Value> positional;
    std::vector<std::pair<std::string, Value>> named;
};

struct Call;
using Filter = std::function<Value(Call const&)>;

// Limits, so that no template can hang the tool or use up the machine.
struct Limits {
    std::uint32_t depth = 1000;           // of everything that is open at the same time: blocks, expressions, macros, files
    std::uint64_t steps = 2'000'000'000;  // statements and parts of expressions, in all
    std::size_t text = std::size_t{1} << 30;  // bytes of a string, and of the output
    std::size_t items = 10'000'000;           // of a range
    std::size_t errors = 20;
};

// The environment of a template.
struct Environment {
    ValueDict globals;
    std::map<std::string, Filter, std::less<>> filters;  // besides the built-in ones
    // The template of that name for `include` and `import`; none after a report if there is none.
    std::function<Template const*(std::string const& name, SourceSpan place)> load;
    Limits limits;
};

// Names of a block, a file or a call, and those around it.
struct Scope {
    Scope* parent = nullptr;
    ValueDict names;
    // The current iteration of a loop.
    std::int64_t loop_index = 0;
    std::int64_t loop_length = -1;  // -1: this is not a loop
};

// The text that the template makes. It is complete if no errors were reported.
[[nodiscard]] std::string render(Template const& source, Environment const& environment, Diagnostics& diagnostics);

// Thrown after a mistake was reported.
struct Fault {};

// One run. The public part is what filters, tests and functions may use.
class Interpreter {
public:
    Interpreter(Environment const& environment, Diagnostics& diagnostics)
        : environment_(environment), diagnostics_(diagnostics) {}

    std::string run(Template const& source);

    // Reports a mistake, once for each place, and ends the tag.
    template <class... Args>
    [[noreturn]] void fail(SourceSpan span, Message<Args...> const& message,
                           std::type_identity_t<Args> const&... args) {
        if (reported_.insert(span.begin.offset).second) diagnostics_.error(span, message, args...);
        throw Fault();
    }
    // The same with "did you mean".
    template <class... Args>
    [[noreturn]] void fail_near(SourceSpan span, std::string_view word, std::vector<std::string_view> const& candidates,
                                Message<Args...> const& message, std::type_identity_t<Args> const&... args) {
        if (reported_.insert(span.begin.offset).second) {
            add_hint(diagnostics_.error(span, message, args...), word, candidates);
        }
        throw Fault();
    }
    [[noreturn]] void fail_type(SourceSpan span, std::string_view where, std::string_view expected, Value const& found);

    // Arguments by position or name, one for each parameter; undefined where none is given.
    [[nodiscard]] std::vector<Value> bind(std::string_view what, Arguments const& arguments,
                                          std::span<std::string_view const> parameters, std::size_t required);
    [[nodiscard]] Value apply_filter(std::string_view name, Value const& input, Arguments const& arguments);
    [[nodiscard]] bool apply_test(std::string_view name, Value const& input, Arguments const& arguments);
    // What `{{ value }}` writes; none has no text.
    [[nodiscard]] std::string text_of(SourceSpan span, Value const& value);
    void check_size(SourceSpan span, std::size_t size);
    [[nodiscard]] Limits const& limits() const { return environment_.limits; }

private:
    // Something is open as long as this object exists.
    struct Deeper {
        Deeper(Interpreter& interpreter, SourceSpan span);
        ~Deeper() { --interpreter_.depth_; }
        Deeper(Deeper const&) = delete;
        Deeper& operator=(Deeper const&) = delete;
        Interpreter& interpreter_;
    };
    // Sets a variable as long as this object exists.
    template <class T>
    struct Temporarily {
        Temporarily(T& variable, T value) : variable_(variable), outer_(std::exchange(variable, value)) {}
        ~Temporarily() { variable_ = outer_; }
        Temporarily(Temporarily const&) = delete;
        Temporarily& operator=(Temporarily const&) = delete;
        T& variable_;
        T outer_;
    };
    enum class Missing { is_error, is_undefined };

    static void add_hint(Diagnostics::Report report, std::string_view word,
                         std::vector<std::string_view> const& candidates);
    void step(SourceSpan span);

    // Statements.
    void execute(std::vector<StatementId> const& body);
    void execute(Statement const& statement);
    void execute_output(Statement const& statement);
    void execute_if(Statement const& statement);
    void execute_for(Statement const& statement);
    void assign(SourceSpan span, std::vector<std::string> const& names, Value const& value);
    void execute_set_member(Statement const& statement);
    void execute_include(Statement const& statement);
    void execute_import(Statement const& statement);
    [[nodiscard]] Template const& load(Statement const& statement);
    // The text that the statements make.
    [[nodiscard]] std::string capture(std::vector<StatementId> const& body);

    // Expressions.
    [[nodiscard]] Value evaluate(ExprId id, Missing missing = Missing::is_error);
    [[nodiscard]] Value evaluate_kind(Expr const& expr, Missing missing);
    [[nodiscard]] Value lookup(Expr const& expr, Missing missing);
    [[nodiscard]] Value evaluate_attribute(Expr const& expr, Missing missing);
    [[nodiscard]] Value evaluate_subscript(Expr const& expr, Missing missing);
    [[nodiscard]] Value evaluate_slice(Expr const& expr);
    [[nodiscard]] Value evaluate_dict(Expr const& expr);
    [[nodiscard]] Value evaluate_call(Expr const& expr);
    [[nodiscard]] Value call_macro(Macro const& macro, Arguments const& arguments);
    [[nodiscard]] Arguments evaluate_arguments(Expr const& expr);
    [[nodiscard]] Value require_data(SourceSpan span, Value value);

    Environment const& environment_;
    Diagnostics& diagnostics_;
    Template const* source_ = nullptr;
    Scope* scope_ = nullptr;
    std::string* out_ = nullptr;
    std::deque<Scope> module_scopes_;
    std::map<Template const*, std::shared_ptr<Namespace>> modules_;  // what was imported already
    std::unordered_set<std::uint32_t> reported_;
    std::uint32_t depth_ = 0;
    std::uint32_t call_level_ = 0;
    std::uint64_t steps_ = 0;
    bool stopped_ = false;  // a limit was reached, so the run cannot continue
};

// The member of a dictionary or namespace; undefined if there is none.
[[nodiscard]] Value find_member(Value const& value, std::string_view name);

// ---- the parts of the language; each group is in a file with its name ----

[[nodiscard]] Value apply_operator(Interpreter& interpreter, SourceSpan span, std::string_view symbol, Value const& a,
                                   Value const& b);
// Whether a comes before b; numbers and strings only.
[[nodiscard]] bool is_less(Interpreter& interpreter, SourceSpan span, Value const& a, Value const& b);

using BuiltinFilter = Value (*)(Call const&);
using BuiltinTest = bool (*)(Call const&);
[[nodiscard]] std::map<std::string_view, BuiltinFilter> const& builtin_filters();
[[nodiscard]] std::map<std::string_view, BuiltinTest> const& builtin_tests();
[[nodiscard]] std::map<std::string_view, BuiltinFilter> const& builtin_functions();  // `range(…)`
[[nodiscard]] std::map<std::string_view, BuiltinFilter> const& builtin_methods(
    Value const& object);  // `object.items()`

}  // namespace moo::tmpl
