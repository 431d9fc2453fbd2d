// The reader of MOO as JSON.
#include "tests/fuzz/document_check.h"

namespace moo::fuzz {

void run(std::string_view text) {
    if (recognize_encoding(text) == Encoding::json) check_document(text);
}

}  // namespace moo::fuzz
