#include "moo/external/modelica_utilities.h"

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace moo {

namespace {

// One call of C code that an error can leave.
struct Guard {
    std::jmp_buf place;
    std::string error;
    Guard* outer;
};

thread_local Guard* innermost = nullptr;

std::vector<std::unique_ptr<char[]>>& strings() {
    static std::vector<std::unique_ptr<char[]>> kept;
    return kept;
}

void print_line(std::string_view text) { std::fprintf(stderr, "%.*s\n", static_cast<int>(text.size()), text.data()); }

UtilityOutput& output() {
    static UtilityOutput chosen{print_line, print_line};
    return chosen;
}

// C programs end their messages with a line break, or not.
std::string_view without_line_break(char const* text) {
    std::string_view result = text != nullptr ? text : "";
    while (!result.empty() && (result.back() == '\n' || result.back() == '\r')) result.remove_suffix(1);
    return result;
}

void take_message(char const* text) { output().message(without_line_break(text)); }

void take_warning(char const* text) { output().warning(without_line_break(text)); }

void take_error(char const* text) {
    if (innermost == nullptr) {
        std::fprintf(stderr, "an external function failed outside of a call: %s\n", text);
        std::abort();
    }
    innermost->error = without_line_break(text);
    std::longjmp(innermost->place, 1);
}

char* allocate(std::size_t size) {
    std::unique_ptr<char[]> memory(new (std::nothrow) char[size]);
    if (memory == nullptr) return nullptr;
    strings().push_back(std::move(memory));
    return strings().back().get();
}

// Has no variables of its own that the jump could leave in doubt. True if the body returned.
bool run(Guard& guard, void (*body)(void*), void* data) {
    if (setjmp(guard.place) != 0) return false;
    body(data);
    return true;
}

}  // namespace

UtilityCallbacks const& utility_callbacks() {
    static constexpr UtilityCallbacks callbacks{take_message, take_warning, take_error, allocate};
    return callbacks;
}

UtilityOutput set_utility_output(UtilityOutput chosen) { return std::exchange(output(), std::move(chosen)); }

std::optional<std::string> call_guarded(void (*body)(void*), void* data) {
    Guard guard;
    guard.outer = innermost;
    innermost = &guard;
    bool const returned = run(guard, body, data);
    innermost = guard.outer;
    if (returned) return std::nullopt;
    return std::move(guard.error);
}

void release_utility_strings() { strings().clear(); }

}  // namespace moo
