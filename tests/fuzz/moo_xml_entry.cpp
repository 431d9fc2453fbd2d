// The reader of MOO as XML.
#include "tests/fuzz/document_check.h"

namespace moo::fuzz {

void run(std::string_view text) {
    if (recognize_encoding(text) == Encoding::xml) check_document(text);
}

}  // namespace moo::fuzz
