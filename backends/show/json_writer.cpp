#include "backends/show/json_writer.h"

#include <cmath>

#include "moo/io/json/write.h"

namespace moo {

void JsonWriter::separate() {
    if (needs_comma_) out_.write(',');
    needs_comma_ = true;
}

void JsonWriter::open(char bracket) {
    separate();
    out_.write(bracket);
    needs_comma_ = false;
}

void JsonWriter::close(char bracket) {
    out_.write(bracket);
    needs_comma_ = true;
}

void JsonWriter::key(std::string_view name) {
    text(name);
    out_.write(':');
    needs_comma_ = false;
}

void JsonWriter::text(std::string_view value) {
    separate();
    write_json_string(out_, value);
}

void JsonWriter::integer(std::int64_t value) {
    separate();
    out_.write_integer(value);
}

void JsonWriter::real(double value) {
    if (!std::isfinite(value)) return null();
    separate();
    out_.write_real(value);
}

void JsonWriter::truth(bool value) { raw(value ? "true" : "false"); }

void JsonWriter::null() { raw("null"); }

void JsonWriter::raw(std::string_view json) {
    separate();
    out_.write(json);
}

void JsonWriter::text_field(std::string_view name, std::string_view value) {
    if (!value.empty()) always(name, value);
}

void JsonWriter::truth_field(std::string_view name, bool value) {
    if (!value) return;
    key(name);
    truth(true);
}

}  // namespace moo
