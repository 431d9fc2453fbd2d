// libFuzzer target: fuzz_template tests/fuzz/corpus/template
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/template_entry.h"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    moo::fuzz::run_template({reinterpret_cast<char const*>(data), size});
    return 0;
}
