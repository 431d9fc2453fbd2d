#include "runtime/results/csv_writer.h"

#include <utility>

#include "runtime/text/number_text.h"

namespace moo::runtime {

void append_csv_name(std::string& text, std::string_view name) {
    if (name.find_first_of(",\"\r\n") == std::string_view::npos) {
        text += name;
        return;
    }
    text += '"';
    for (char const c : name) {
        if (c == '"') text += '"';
        text += c;
    }
    text += '"';
}

CsvWriter::CsvWriter(MooModel const& model, std::vector<std::uint32_t> slots, OutputFile& file)
    : model_(model), slots_(std::move(slots)), file_(file) {}

void CsvWriter::write_header() {
    buffer_ = "time";
    for (std::uint32_t const slot : slots_) {
        buffer_ += ',';
        append_csv_name(buffer_, model_.variables[slot].name);
    }
    buffer_ += '\n';
}

bool CsvWriter::row(double time, std::span<double const> values) {
    buffer_ += prefix_;
    append_number(buffer_, time);
    for (std::uint32_t const slot : slots_) {
        buffer_ += ',';
        append_number(buffer_, values[slot]);
    }
    buffer_ += '\n';
    if (buffer_.size() < chunk_size) return true;
    bool const written = file_.write(buffer_);
    buffer_.clear();
    return written;
}

bool CsvWriter::finish() {
    bool const written = file_.write(buffer_);
    buffer_.clear();
    return written && file_.flush();
}

}  // namespace moo::runtime
