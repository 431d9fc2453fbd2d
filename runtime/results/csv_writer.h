// Results as comma-separated values.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/results/result_sink.h"
#include "runtime/text/output_file.h"

namespace moo::runtime {

// One line per row: time, then the chosen variables; numbers read back exactly. Memory does not grow
// with the number of rows.
class CsvWriter final : public ResultSink {
public:
    CsvWriter(MooModel const& model, std::vector<std::uint32_t> slots, OutputFile& file);

    void write_header();
    // The text before the time in each row, with its comma.
    void set_prefix(std::string prefix) { prefix_ = std::move(prefix); }
    bool row(double time, std::span<double const> values) override;
    // Call it after the last row.
    [[nodiscard]] bool finish();

private:
    static constexpr std::size_t chunk_size = 1u << 16;

    MooModel const& model_;
    std::vector<std::uint32_t> slots_;
    OutputFile& file_;
    std::string prefix_;
    std::string buffer_;
};

// In quotation marks if it holds a comma (`a[1,2]`), a quotation mark or a line end.
void append_csv_name(std::string& text, std::string_view name);

}  // namespace moo::runtime
