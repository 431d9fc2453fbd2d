// Notes about work that lets the user wait.
#pragma once

#include <functional>
#include <string_view>

namespace moo {

// Who shows them; nobody at first. Tools print them to standard error, unless their messages are read by a program.
void set_progress_notes(std::function<void(std::string_view)> show);

// Shows a note before the work begins: lower case, without a full stop.
void note_progress(std::string_view note);

}  // namespace moo
