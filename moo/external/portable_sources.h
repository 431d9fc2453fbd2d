// The C code of external functions as sources that are passed on together with the program that calls them.
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

// C99 sources that are compiled in the same way.
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
    std::string error;                   // in the tools that are used, not in a function

    struct Problem {
        std::size_t function = 0;
        std::string text;
        std::vector<std::string> details;  // output of the compiler and the linker
    };
    std::vector<Problem> problems;
};

// Fills `folder` with `external/…`: the functions of ModelicaUtilities.h, pieces of C for functions with include texts,
// and of the C sources of libraries those that are needed, with all that they include. The result has been compiled and
// linked in this folder with these macros, so it does not depend on anything else. Object files are not sources: a
// function that is only in object files is a problem, unless they belong to the system.
[[nodiscard]] PortableSources make_portable(std::vector<PortableCall> const& functions,
                                            std::filesystem::path const& folder);

}  // namespace moo
