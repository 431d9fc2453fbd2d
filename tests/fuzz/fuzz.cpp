// libFuzzer's side of a target: fuzz_NAME tests/fuzz/corpus/NAME
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/entry.h"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    moo::fuzz::run({reinterpret_cast<char const*>(data), size});
    return 0;
}
