// libFuzzer target: fuzz_parser tests/fuzz/corpus/parser
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/parser_entry.h"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    moo::fuzz::run_parser({reinterpret_cast<char const*>(data), size});
    return 0;
}
