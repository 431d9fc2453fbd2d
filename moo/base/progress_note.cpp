#include "moo/base/progress_note.h"

#include <utility>

namespace moo {

namespace {

std::function<void(std::string_view)>& shown_by() {
    static std::function<void(std::string_view)> show;
    return show;
}

}  // namespace

void set_progress_notes(std::function<void(std::string_view)> show) { shown_by() = std::move(show); }

void note_progress(std::string_view note) {
    if (shown_by()) shown_by()(note);
}

}  // namespace moo
