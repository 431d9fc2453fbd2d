// The survey as text, JSON and HTML.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tests/survey/row.h"

namespace moo::survey {

// A table, the problems by kind, and as the last lines the counts: `flatten: 512 of 529`.
[[nodiscard]] std::string write_text(SurveyTable const& table);
[[nodiscard]] std::string write_count_lines(SurveyTable const& table);

// One page that needs nothing else: a table to sort and filter, and bars for stages and sub-libraries.
[[nodiscard]] std::string write_html(SurveyTable const& table);
[[nodiscard]] std::string escape_html(std::string_view text);
// A picture of stacked bars: how many of the models got through each stage, and of each sub-library.
[[nodiscard]] std::string write_bars(SurveyTable const& table);

[[nodiscard]] std::string write_json(SurveyTable const& table);
// Nothing if the text is no report of ours.
[[nodiscard]] std::optional<SurveyTable> parse_json(std::string_view text);
// A row in one line, for the journal.
[[nodiscard]] std::string write_row_json(Row const& row);
[[nodiscard]] std::optional<Row> parse_row_json(std::string_view text);

// A number with so many digits behind the point, whatever the locale.
[[nodiscard]] std::string fixed_text(double value, int digits);

}  // namespace moo::survey
