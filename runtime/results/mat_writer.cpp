#include "runtime/results/mat_writer.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

namespace moo::runtime {

namespace {

// Types of MATLAB 4: little endian, full matrices.
constexpr std::int32_t doubles = 0;
constexpr std::int32_t integers = 20;
constexpr std::int32_t characters = 51;

template <class T>
void append(std::string& text, T value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    text.append(bytes, sizeof value);
}

template <class T>
std::string bytes_of(T value) {
    std::string text;
    append(text, value);
    return text;
}

}  // namespace

MatWriter::MatWriter(MooModel const& model, std::vector<std::uint32_t> slots, OutputFile& file)
    : model_(model), slots_(std::move(slots)), file_(file) {
    plan();
}

void MatWriter::plan() {
    std::unordered_map<std::uint32_t, std::int32_t> position;  // by slot
    for (std::uint32_t const slot : slots_) {
        MooVariable const& variable = model_.variables[slot];
        // `not b` cannot be written as a minus.
        bool const is_alias = variable.alias_of != 0 && (variable.negated == 0 || variable.type != MOO_BOOLEAN);
        std::uint32_t const target = is_alias ? variable.alias_of - 1 : slot;
        MooRole const role = model_.variables[target].role;
        bool const is_constant = role == MOO_PARAMETER || role == MOO_CONSTANT;
        std::vector<std::uint32_t>& rows = is_constant ? constant_ : varying_;
        auto const [place, is_new] = position.try_emplace(target, static_cast<std::int32_t>(rows.size()) + 2);
        if (is_new) rows.push_back(target);
        bool const is_minus = is_alias && variable.negated != 0;
        entries_.push_back({slot, is_constant ? 1 : 2, is_minus ? -place->second : place->second});
    }
}

void MatWriter::write_matrix_header(std::string const& name, std::int32_t type, std::size_t rows, std::size_t columns) {
    append(buffer_, type);
    append(buffer_, static_cast<std::int32_t>(rows));
    append(buffer_, static_cast<std::int32_t>(columns));
    append(buffer_, std::int32_t{0});
    append(buffer_, static_cast<std::int32_t>(name.size() + 1));
    buffer_.append(name.c_str(), name.size() + 1);
}

// One text a column, all of one length.
void MatWriter::write_texts(std::string const& name, std::vector<std::string> const& texts) {
    std::size_t longest = 1;
    for (std::string const& text : texts) longest = std::max(longest, text.size());
    write_matrix_header(name, characters, longest, texts.size());
    for (std::string const& text : texts) {
        buffer_ += text;
        buffer_.append(longest - text.size(), '\0');
    }
}

void MatWriter::write_head(std::span<double const> values) {
    // Four rows of eleven characters, column by column.
    constexpr std::size_t width = 11;
    char const* const rows[] = {"Atrajectory", "1.1        ", "           ", "binTrans   "};
    write_matrix_header("Aclass", characters, 4, width);
    for (std::size_t column = 0; column < width; ++column) {
        for (char const* const row : rows) buffer_ += row[column];
    }
    std::vector<std::string> names{"time"};
    std::vector<std::string> descriptions{"time [s]"};
    for (Entry const& entry : entries_) {
        MooVariable const& variable = model_.variables[entry.slot];
        names.emplace_back(variable.name);
        std::string description = variable.description;
        if (variable.unit[0] != '\0') {
            description += (description.empty() ? "[" : " [") + std::string(variable.unit) + "]";
        }
        descriptions.push_back(std::move(description));
    }
    write_texts("name", names);
    write_texts("description", descriptions);
    write_matrix_header("dataInfo", integers, 4, names.size());
    auto const write_info = [this](std::int32_t table, std::int32_t position, std::int32_t outside) {
        append(buffer_, table);
        append(buffer_, position);
        append(buffer_, std::int32_t{0});  // linear in between
        append(buffer_, outside);
    };
    write_info(0, 1, -1);
    // Constants continue; nothing is known about the rest outside of the simulated time.
    for (Entry const& entry : entries_) write_info(entry.table, entry.position, entry.table == 1 ? 0 : -1);

    write_matrix_header("data_1", doubles, constant_.size() + 1, 2);
    for (int column = 0; column < 2; ++column) {
        if (column == 1) stop_place_ = written_ + buffer_.size();
        append(buffer_, last_time_);
        for (std::uint32_t const slot : constant_) append(buffer_, values[slot]);
    }
    count_place_ = written_ + buffer_.size() + 2 * sizeof(std::int32_t);
    write_matrix_header("data_2", doubles, varying_.size() + 1, 0);
}

bool MatWriter::row(double time, std::span<double const> values) {
    last_time_ = time;
    if (row_count_ == 0) write_head(values);
    ++row_count_;
    append(buffer_, time);
    for (std::uint32_t const slot : varying_) append(buffer_, values[slot]);
    if (buffer_.size() < chunk_size) return good_;
    good_ = good_ && file_.write(buffer_);
    written_ += buffer_.size();
    buffer_.clear();
    return good_;
}

bool MatWriter::finish() {
    good_ = good_ && file_.write(buffer_);
    buffer_.clear();
    if (row_count_ == 0) return good_ && file_.flush();
    return good_ && file_.write_at(count_place_, bytes_of(row_count_)) &&
           file_.write_at(stop_place_, bytes_of(last_time_)) && file_.flush();
}

}  // namespace moo::runtime
