// The C code of external functions as sources that go elsewhere with the program that calls them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "moo/external/external_code.h"
#include "moo/external/foreign_function.h"
#include "moo/external/library_code.h"

namespace moo {

// A function as a program calls it.
struct PortableCall {
    ExternalCode code;
    ForeignSignature signature;
    std::string symbol;  // its name for the linker
};

// Sources of C99 that are compiled alike.
struct PortableSet {
    std::vector<std::string> files;
    Macros macros;
    std::vector<std::string> include_folders;
};

// Names are below the folder that was filled, with `/`.
struct PortableSources {
    std::vector<std::string> files;  // all that is needed, headers too
    std::vector<PortableSet> sets;
    std::vector<std::string> libraries;  // of the system
    std::string error;                   // of the tools that are used; no fault of a function

    struct Problem {
        std::size_t function = 0;
        std::string text;
        std::vector<std::string> details;  // what compiler and linker said
    };
    std::vector<Problem> problems;
};

// Fills `folder` with `external/…`: the functions of ModelicaUtilities.h, pieces of C for functions with include texts,
// and of the C sources of libraries those that are needed, with all that they include. What is given has been compiled
// and linked in this folder with these macros, so that it does not depend on anything else. Object files are no
// sources: a function that only they have is a problem, unless they belong to the system.
[[nodiscard]] PortableSources make_portable(std::vector<PortableCall> const& functions,
                                            std::filesystem::path const& folder);

}  // namespace moo
