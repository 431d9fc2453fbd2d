// Errors and warnings about equations and variables, at the line of the user's own files that they belong to.
#pragma once

#include "moo/passes/system.h"

namespace moo {

// What a message is about: where it is written, and the component whose class that is.
struct ReportedItem {
    ReportedItem(Provenance const& provenance) : source(provenance.source), instance(provenance.instance) {}
    ReportedItem(Variable const& variable) : source(variable.source), instance(variable.instance) {}
    SourceSpan source;
    Symbol instance;
};

// If the message is somewhere else, says where the item itself is written.
inline void note_written_place(System const& system, ReportedItem const& item, SourceSpan place,
                               Diagnostics::Report& report) {
    if (item.source == place || !item.instance || !item.source.begin.has_value()) return;
    report.note(item.source, "it is written here, in the class of `{}`", system.interner.text(item.instance));
}

template <class... Args>
Diagnostics::Report error_at(System const& system, Diagnostics& diagnostics, ReportedItem const& item,
                             Message<Args...> const& message, std::type_identity_t<Args> const&... args) {
    SourceSpan const place = system.user_place(item.source, item.instance);
    Diagnostics::Report report = diagnostics.error(place, message, args...);
    note_written_place(system, item, place, report);
    return report;
}

template <class... Args>
Diagnostics::Report warning_at(System const& system, Diagnostics& diagnostics, ReportedItem const& item,
                               Message<Args...> const& message, std::type_identity_t<Args> const&... args) {
    SourceSpan const place = system.user_place(item.source, item.instance);
    Diagnostics::Report report = diagnostics.warning(place, message, args...);
    note_written_place(system, item, place, report);
    return report;
}

}  // namespace moo
