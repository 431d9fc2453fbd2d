// Diagnostics as data: a kind from one list, typed arguments, a place, notes and context.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "moo/base/source.h"

namespace moo {

enum class DiagnosticKind : std::uint16_t {
#define MOO_DIAGNOSTIC_KIND(name) name,
#include "moo/base/diagnostic_kinds.def"
#undef MOO_DIAGNOSTIC_KIND
};

[[nodiscard]] std::string_view kind_name(DiagnosticKind kind);
[[nodiscard]] std::vector<std::string_view> all_kind_names();

enum class Severity : std::uint8_t { error, warning, note };

[[nodiscard]] std::string_view severity_name(Severity severity);

using DiagnosticArgument = std::variant<std::string, std::int64_t, double>;

// The text of a message, declared next to the code that emits it:
//
//     constexpr Message<std::string_view> unknown_name{DiagnosticKind::UnknownName,
//                                                      "nothing named `{}` is declared here"};
//
// Each `{}` takes one argument; their number is checked when the message is compiled. Wording: lower case, no full
// stop, code in backticks; say what was found rather than what is allowed.
template <class... Args>
struct Message {
    consteval Message(DiagnosticKind message_kind, char const* message_format)
        : kind(message_kind), format(message_format) {
        std::size_t holes = 0;
        for (char const* at = message_format; *at != '\0'; ++at) holes += at[0] == '{' && at[1] == '}' ? 1u : 0u;
        if (holes != sizeof...(Args)) throw "the number of {} differs from the number of arguments";
    }
    DiagnosticKind kind;
    char const* format;
};

// A note or a line of context; it has no kind of its own.
template <class... Args>
struct NoteText {
    consteval NoteText(char const* note_format) : format(note_format) {
        std::size_t holes = 0;
        for (char const* at = note_format; *at != '\0'; ++at) holes += at[0] == '{' && at[1] == '}' ? 1u : 0u;
        if (holes != sizeof...(Args)) throw "the number of {} differs from the number of arguments";
    }
    char const* format;
};

struct DiagnosticNote {
    SourceSpan span;
    std::string format;
    std::vector<DiagnosticArgument> arguments;
    [[nodiscard]] std::string text() const;
};

struct Diagnostic {
    Severity severity = Severity::error;
    DiagnosticKind kind{};
    SourceSpan span;
    std::string format;
    std::vector<DiagnosticArgument> arguments;
    std::vector<DiagnosticNote> notes;
    [[nodiscard]] std::string text() const;
};

// Collects diagnostics. A phase reports and continues; its caller checks `has_errors`.
class Diagnostics {
public:
    // Lets the emitter add notes to what it has just reported.
    class Report {
    public:
        template <class... Args>
        Report& note(SourceSpan span, NoteText<std::type_identity_t<Args>...> text, Args const&... args) {
            owner_->items_[index_].notes.push_back({span, text.format, {make_argument(args)...}});
            return *this;
        }

    private:
        friend class Diagnostics;
        Report(Diagnostics& owner, std::size_t index) : owner_(&owner), index_(index) {}
        Diagnostics* owner_;
        std::size_t index_;
    };

    template <class... Args>
    Report error(SourceSpan span, Message<Args...> const& message, std::type_identity_t<Args> const&... args) {
        return add({Severity::error, message.kind, span, message.format, {make_argument(args)...}, {}});
    }
    template <class... Args>
    Report warning(SourceSpan span, Message<Args...> const& message, std::type_identity_t<Args> const&... args) {
        return add({Severity::warning, message.kind, span, message.format, {make_argument(args)...}, {}});
    }

    // Information that is not about a mistake.
    template <class... Args>
    Report remark(SourceSpan span, Message<Args...> const& message, std::type_identity_t<Args> const&... args) {
        return add({Severity::note, message.kind, span, message.format, {make_argument(args)...}, {}});
    }

    // While a context is alive, every diagnostic ends with its note ("while instantiating `a.b`").
    class Context {
    public:
        template <class... Args>
        Context(Diagnostics& owner, SourceSpan span, NoteText<std::type_identity_t<Args>...> text, Args const&... args)
            : owner_(owner) {
            owner_.context_.push_back({span, text.format, {make_argument(args)...}});
        }
        ~Context() { owner_.context_.pop_back(); }
        Context(Context const&) = delete;
        Context& operator=(Context const&) = delete;

    private:
        Diagnostics& owner_;
    };

    // From now on, warnings count as errors.
    void treat_warnings_as_errors() { are_warnings_errors_ = true; }

    // Discards diagnostics that were reported since there were `count` items and that are inside `span`, because that
    // part of the source turns out to be irrelevant.
    void take_back(std::size_t count, SourceSpan span);
    // The same, wherever they are.
    void take_back(std::size_t count);
    // Discards what fails the test.
    void keep_only(std::function<bool(Diagnostic const&)> const& test);

    [[nodiscard]] bool has_errors() const { return error_count_ > 0; }
    [[nodiscard]] std::size_t error_count() const { return error_count_; }
    [[nodiscard]] std::vector<Diagnostic> const& items() const { return items_; }

private:
    static DiagnosticArgument make_argument(std::string_view text) { return std::string(text); }
    static DiagnosticArgument make_argument(double value) { return value; }
    template <class Integer>
    requires std::is_integral_v<Integer>
    static DiagnosticArgument make_argument(Integer value) { return static_cast<std::int64_t>(value); }

    Report add(Diagnostic diagnostic);

    std::vector<Diagnostic> items_;
    std::vector<DiagnosticNote> context_;
    std::size_t error_count_ = 0;
    bool are_warnings_errors_ = false;
};

// `file:line:col: error: … [Kind]`, the source line and a caret; in the order of emission.
[[nodiscard]] std::string render_text(Diagnostics const& diagnostics, SourceManager const& sources);
// One JSON object per line, for editors and scripts.
[[nodiscard]] std::string render_json(Diagnostics const& diagnostics, SourceManager const& sources);

}  // namespace moo
