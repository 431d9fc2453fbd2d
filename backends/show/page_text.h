// The template of a page, joined from the files in backends/show/page when the program is built.
#pragma once

namespace moo {

extern char const* const page_text;

}  // namespace moo
