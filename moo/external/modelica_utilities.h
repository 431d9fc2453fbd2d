// The host side of ModelicaUtilities.h: messages of external C functions, their errors, and their strings.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace moo {

// The callbacks of the C side (moo_utility_callbacks in c/modelica_utilities.c).
struct UtilityCallbacks {
    void (*message)(char const* text);
    void (*warning)(char const* text);
    void (*error)(char const* text);
    char* (*allocate)(std::size_t size);
};

[[nodiscard]] UtilityCallbacks const& utility_callbacks();

// Where messages and warnings go; initially to standard error. C has one set of functions for all callers, so this is
// global to the process.
struct UtilityOutput {
    std::function<void(std::string_view)> message;
    std::function<void(std::string_view)> warning;
};
UtilityOutput set_utility_output(UtilityOutput output);

// Calls `body(data)`. If C code in it calls ModelicaError, returns the text of the error; otherwise nothing.
//
// ModelicaError leaves C code by longjmp: C code has nothing to unwind, it may have been compiled by anyone and without
// tables for exceptions, and libffi is in between. So there must be no C++ frame with something to destroy between this
// function and the C code; `body` must be as plain as C.
[[nodiscard]] std::optional<std::string> call_guarded(void (*body)(void*), void* data);

// Frees the strings that C code has allocated. None of them may be in use any more.
void release_utility_strings();

}  // namespace moo
