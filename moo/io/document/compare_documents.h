// The differences between two MOO documents.
#pragma once

#include <string>
#include <vector>

#include "moo/model/document.h"

namespace moo {

struct ComparedDocument {
    Document const& document;
    Interner const& interner;
    std::string name;  // the file, for the messages
};

// One line for each difference, such as `variables[2] h: start is 1 in a.moo, 2 in b.moo`. Only the meaning is
// compared: not encodings, numbers of rows and blocks, and orders that have no meaning (see canonical_document.h); and
// not places in source files, the tool that wrote the document, its options, and its report.
[[nodiscard]] std::vector<std::string> compare_documents(ComparedDocument const& a, ComparedDocument const& b);

}  // namespace moo
