// Results as trajectories in a MATLAB 4 file, as Dymola and OpenModelica write them.
#pragma once

#include <string>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/results/result_sink.h"
#include "runtime/text/output_file.h"

namespace moo::runtime {

// Matrices `Aclass`, `name`, `description`, `dataInfo`, `data_1` (what is constant) and `data_2` (what varies, a column
// for each row of results). An alias takes no space: it names the row of its target, with a minus if it is negated.
// Rows are streamed; their number is written at the end.
class MatWriter final : public ResultSink {
public:
    MatWriter(MooModel const& model, std::vector<std::uint32_t> slots, OutputFile& file);

    bool row(double time, std::span<double const> values) override;
    // Call it after the last row.
    [[nodiscard]] bool finish();

private:
    static constexpr std::size_t chunk_size = 1u << 16;

    struct Entry {
        std::uint32_t slot;     // of the variable itself
        std::int32_t table;     // 1 or 2
        std::int32_t position;  // in its table, from 1; negative for a negated alias
    };

    void plan();
    void write_head(std::span<double const> values);
    void write_matrix_header(std::string const& name, std::int32_t type, std::size_t rows, std::size_t columns);
    void write_texts(std::string const& name, std::vector<std::string> const& texts);

    MooModel const& model_;
    std::vector<std::uint32_t> slots_;
    OutputFile& file_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> constant_;  // slots of the rows of data_1
    std::vector<std::uint32_t> varying_;   // and of data_2
    std::string buffer_;
    std::size_t written_ = 0;      // bytes before the buffer
    std::size_t count_place_ = 0;  // of the number of rows
    std::size_t stop_place_ = 0;   // of the last time in data_1
    double last_time_ = 0.0;
    std::int32_t row_count_ = 0;
    bool good_ = true;
};

}  // namespace moo::runtime
