// A stamp that changes when the result of a survey could: with the tools, the libraries and the options.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "tests/survey/models.h"
#include "tests/survey/run_survey.h"

namespace moo::survey {

// FNV-1a over bytes and lengths.
class Fingerprint {
public:
    void add(std::string_view bytes);
    void add_number(std::uint64_t number);
    // The bytes of a file; a missing file is told from an empty one.
    void add_file(std::filesystem::path const& file);
    // Names, sizes and times of all files below a folder, or of one file.
    void add_tree(std::filesystem::path const& root);
    [[nodiscard]] std::string text() const;

private:
    void add_bytes(std::string_view bytes);
    std::uint64_t hash_ = 14695981039346656037u;
};

[[nodiscard]] std::string survey_stamp(LibraryPlace const& library, SurveyOptions const& options);

}  // namespace moo::survey
