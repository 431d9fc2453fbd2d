#include "moo/external/external_code.h"

namespace moo {

// gfortran and the older compilers of Unix write names in lower case with an underscore after them.
std::vector<std::string> symbols_of(ExternalCode const& code) {
    if (code.language == ExternalLanguage::c) return {code.function};
    std::string lower = code.function;
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return {lower + "_", lower, code.function};
}

}  // namespace moo
