// How functions of a model fail.
#include <cstdio>
#include <string>

#include "runtime/abi/values.h"

void moo_fail(char const* place, char const* text) {
    MooFailure failure{MOO_RECOVERABLE, {}};
    bool const has_place = place != nullptr && *place != '\0';
    std::snprintf(failure.text, sizeof failure.text, "%s%s%s", has_place ? place : "", has_place ? ": " : "", text);
    throw failure;
}

void moo_fail_subscript(char const* place, int64_t subscript, int64_t size, int dimension) {
    std::string const text = "subscript " + std::to_string(subscript) + " is out of range: dimension " +
                             std::to_string(dimension) + " has size " + std::to_string(size);
    moo_fail(place, text.c_str());
}

void moo_fail_division(char const* place) { moo_fail(place, "division by zero"); }

MooStatus moo_report(MooInstance* m, MooFailure const& failure) {
    if (m->message != nullptr) m->message(m->host, 2, failure.text);
    return failure.status;
}

void moo_tell(MooInstance* m, char const* place, double text, int severity) {
    std::string const message = (*place != '\0' ? std::string(place) + ": " : std::string()) + moo_text_of(text);
    if (m->message != nullptr) m->message(m->host, severity, message.c_str());
}

void moo_assertion(MooInstance* m, char const* place, double text, bool is_warning) {
    if (is_warning) return moo_tell(m, place, text, 1);
    moo_fail(place, *moo_text_of(text) != '\0' ? moo_text_of(text) : "an assertion fails");
}

void moo_terminate(MooInstance* m, char const* place, double text) {
    moo_tell(m, place, text, 0);
    m->terminate_asked = 1;
}

int& moo_call_depth() {
    static thread_local int depth = 0;
    return depth;
}
