// Rows written to disk as they are finished, so that an interrupted survey loses nothing.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "tests/survey/row.h"

namespace moo::survey {

// A text file: the stamp in the first line, then a row a line, each written at once.
class Journal {
public:
    // Replaces an older file by what is known already. `error` tells if that or an `add` failed.
    Journal(std::filesystem::path path, std::string const& stamp, std::vector<Row> const& known);
    ~Journal();
    Journal(Journal const&) = delete;
    Journal& operator=(Journal const&) = delete;

    void add(Row const& row);
    [[nodiscard]] std::string const& error() const { return error_; }

private:
    std::filesystem::path path_;
    int descriptor_ = -1;
    std::string error_;
};

// The rows of an earlier survey with the same stamp, by model: those of its report and those of its journal.
[[nodiscard]] std::map<std::string, Row> finished_rows(std::filesystem::path const& report_json,
                                                       std::filesystem::path const& journal, std::string const& stamp);

}  // namespace moo::survey
