// The host side of ModelicaUtilities.h: what external C functions say, how their errors come back, and their strings.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace moo {

// What the C side calls (moo_utility_callbacks in c/modelica_utilities.c).
struct UtilityCallbacks {
    void (*message)(char const* text);
    void (*warning)(char const* text);
    void (*error)(char const* text);
    char* (*allocate)(std::size_t size);
};

[[nodiscard]] UtilityCallbacks const& utility_callbacks();

// Where messages and warnings go; at first to standard error. C has one set of functions for all callers, so this is
// one for the process.
struct UtilityOutput {
    std::function<void(std::string_view)> message;
    std::function<void(std::string_view)> warning;
};
UtilityOutput set_utility_output(UtilityOutput output);

// Calls `body(data)`. If C code below it calls ModelicaError, gives the text of the error; nothing if it returns.
//
// ModelicaError leaves C code by longjmp: C code has nothing to unwind, it may have been compiled by anyone and without
// tables for exceptions, and libffi lies between. So between this function and the C code there must be no frame of
// C++ that has something to destroy; `body` must be as plain as C.
[[nodiscard]] std::optional<std::string> call_guarded(void (*body)(void*), void* data);

// Frees the strings that C code has allocated. None of them may be in use any more.
void release_utility_strings();

}  // namespace moo
