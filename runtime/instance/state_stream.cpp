#include "runtime/instance/state_stream.h"

#include "runtime/abi/values.h"

namespace moo::runtime {

void StateStream::text_number(double& number) {
    std::string of = is_reading() ? "" : moo_text_of(number);
    text(of);
    if (is_reading()) number = moo_text(of.c_str());
}

}  // namespace moo::runtime
