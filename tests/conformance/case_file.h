// A case of the conformance kit: a MOO file, and what a simulation of it has to give.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moo::conformance {

struct ExpectedRow {
    std::string time_text;  // as the file writes it, and as the program gets it
    double time = 0.0;
    std::vector<std::optional<double>> values;  // none: not compared
};

struct Case {
    std::string name;  // 402_time_events
    int level = 0;
    std::string purpose;
    std::string derivation;               // where the expected values come from
    std::vector<std::string> parameters;  // name=value
    std::string stop;
    double tolerance = 1e-6;         // of a value v: tolerance * max(1, |v|)
    std::string fails;               // the simulation has to end with this message; empty: it has to succeed
    std::string warns;               // it has to report this message and go on
    bool ends_early = false;         // `terminate` ends it before the stop time
    std::vector<std::string> names;  // of the columns, without `time`
    std::vector<ExpectedRow> rows;
    std::vector<std::string> features;  // what the MOO file lists in `requires`
};

struct ParsedCase {
    Case result;
    std::string error;  // with the number of the line; empty if all is well
};

// The text of a file NAME.expect; docs/conformance.md describes it.
[[nodiscard]] ParsedCase parse_expectation(std::string name, std::string_view text);

struct CaseList {
    std::vector<Case> cases;  // by name
    std::string error;
};

// All cases of an installed kit: `expect/NAME.expect` with `json/NAME.json`, `text/NAME.moo` and `xml/NAME.xml`.
[[nodiscard]] CaseList read_cases(std::filesystem::path const& kit);

enum class Encoding { text, json, xml };

[[nodiscard]] std::optional<Encoding> find_encoding(std::string_view name);
[[nodiscard]] std::filesystem::path file_of_case(std::filesystem::path const& kit, std::string const& name,
                                                 Encoding encoding);

// What the levels are called, from level 1.
[[nodiscard]] std::vector<std::string_view> const& level_names();

}  // namespace moo::conformance
