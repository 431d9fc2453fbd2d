#include "tests/conformance/case_file.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace moo::conformance {

namespace fs = std::filesystem;

namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

std::vector<std::string> words_of(std::string_view line) {
    std::istringstream in{std::string(line)};
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

std::optional<double> parse_number(std::string_view text) {
    double value = 0.0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// Reads line by line: `key: value`, a line that continues the value before, or a row of the table after `values:`.
class ExpectationReader {
public:
    explicit ExpectationReader(std::string name) { case_.name = std::move(name); }

    ParsedCase read(std::string_view text) {
        for (std::size_t number = 1; !text.empty(); ++number) {
            std::size_t const end = std::min(text.find('\n'), text.size());
            std::string const problem = take_line(text.substr(0, end));
            if (!problem.empty()) return {{}, "line " + std::to_string(number) + ": " + problem};
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        std::string const problem = finish();
        return {std::move(case_), problem};
    }

private:
    std::string take_line(std::string_view line) {
        std::string_view const content = trimmed(line);
        if (content.empty()) return {};
        if (in_table_) return take_row(content);
        if (line.front() == ' ') {
            if (continued_ == nullptr) return "nothing that this line could continue";
            *continued_ += " " + std::string(content);
            return {};
        }
        std::size_t const colon = content.find(':');
        if (colon == std::string_view::npos) return "`key: value` is missing";
        return take_key(content.substr(0, colon), std::string(trimmed(content.substr(colon + 1))));
    }

    std::string take_key(std::string_view key, std::string value) {
        continued_ = nullptr;
        if (key == "values") {
            in_table_ = true;
            return value.empty() ? "" : "the table begins on the next line";
        }
        if (value.empty()) return "`" + std::string(key) + "` has no value";
        if (key == "purpose") {
            continued_ = &(case_.purpose = value);
        } else if (key == "derivation") {
            continued_ = &(case_.derivation = value);
        } else if (key == "parameter") {
            return take_parameter(value);
        } else if (key == "stop") {
            case_.stop = value;
        } else if (key == "fails") {
            case_.fails = value;
        } else if (key == "warns") {
            case_.warns = value;
        } else {
            return take_number(key, value);
        }
        return {};
    }

    std::string take_number(std::string_view key, std::string const& value) {
        auto const number = parse_number(value);
        if (key == "level") {
            if (!number || *number < 1 || *number > static_cast<double>(level_names().size())) return "no such level";
            case_.level = static_cast<int>(*number);
        } else if (key == "tolerance") {
            if (!number || !(*number > 0)) return "the tolerance has to be a positive number";
            case_.tolerance = *number;
        } else if (key == "ends") {
            if (value != "early") return "`ends` can only be `early`";
            case_.ends_early = true;
        } else {
            return "unknown key `" + std::string(key) + "`";
        }
        return {};
    }

    std::string take_parameter(std::string const& value) {
        std::size_t const equals = value.find('=');
        if (equals == std::string::npos) return "a parameter is written as `name = value`";
        case_.parameters.push_back(std::string(trimmed(std::string_view(value).substr(0, equals))) + "=" +
                                   std::string(trimmed(std::string_view(value).substr(equals + 1))));
        return {};
    }

    std::string take_row(std::string_view line) {
        std::vector<std::string> const words = words_of(line);
        if (case_.names.empty()) {
            if (words.front() != "time" || words.size() < 2)
                return "the table begins with `time` and names of variables";
            case_.names.assign(words.begin() + 1, words.end());
            return {};
        }
        if (words.size() != case_.names.size() + 1) return "the row has another number of columns than the header";
        ExpectedRow row;
        auto const time = parse_number(words.front());
        if (!time || (!case_.rows.empty() && *time <= case_.rows.back().time)) return "times are numbers that rise";
        row.time_text = words.front();
        row.time = *time;
        for (std::size_t i = 1; i < words.size(); ++i) {
            auto const value = parse_number(words[i]);
            if (!value && words[i] != "-") return "`" + words[i] + "` is neither a number nor `-`";
            row.values.push_back(value);
        }
        case_.rows.push_back(std::move(row));
        return {};
    }

    std::string finish() {
        if (case_.level == 0) return "`level` is missing";
        if (case_.purpose.empty() || case_.derivation.empty()) return "`purpose` or `derivation` is missing";
        auto const stop = parse_number(case_.stop);
        if (!stop) return "`stop` is missing, or is not a number";
        if (case_.rows.empty()) return "there are no expected values";
        bool const may_be_last = case_.fails.empty() && !case_.ends_early;
        double const last = case_.rows.back().time;
        if (last > *stop || (!may_be_last && last == *stop)) return "the last expected value is after the end";
        return {};
    }

    Case case_;
    std::string* continued_ = nullptr;
    bool in_table_ = false;
};

std::optional<std::string> read_text(fs::path const& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return std::nullopt;
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

// What the JSON file of a case lists in `requires`. Returns an error text.
std::string read_features(fs::path const& file, std::vector<std::string>& features) {
    auto const text = read_text(file);
    if (!text) return "cannot read `" + file.string() + "`";
    auto const document = nlohmann::json::parse(*text, nullptr, false);
    if (!document.is_object()) return "`" + file.string() + "` is not JSON";
    auto const found = document.find("requires");
    if (found == document.end()) return {};
    if (!found->is_array()) return "`requires` in `" + file.string() + "` is not a list";
    for (auto const& feature : *found) {
        if (!feature.is_string()) return "`requires` in `" + file.string() + "` has to hold texts";
        features.push_back(feature.get<std::string>());
    }
    return {};
}

}  // namespace

ParsedCase parse_expectation(std::string name, std::string_view text) {
    return ExpectationReader(std::move(name)).read(text);
}

CaseList read_cases(fs::path const& kit) {
    CaseList list;
    std::error_code error;
    for (fs::directory_entry const& entry : fs::directory_iterator(kit / "expect", error)) {
        if (entry.path().extension() != ".expect") continue;
        auto const text = read_text(entry.path());
        if (!text) return {{}, "cannot read `" + entry.path().string() + "`"};
        ParsedCase parsed = parse_expectation(entry.path().stem().string(), *text);
        if (!parsed.error.empty()) return {{}, "`" + entry.path().string() + "`: " + parsed.error};
        std::string const problem =
            read_features(file_of_case(kit, parsed.result.name, Encoding::json), parsed.result.features);
        if (!problem.empty()) return {{}, problem};
        list.cases.push_back(std::move(parsed.result));
    }
    if (error) return {{}, "cannot read the folder `" + (kit / "expect").string() + "`"};
    if (list.cases.empty()) return {{}, "there are no cases in `" + (kit / "expect").string() + "`"};
    std::sort(list.cases.begin(), list.cases.end(), [](Case const& a, Case const& b) { return a.name < b.name; });
    return list;
}

std::optional<Encoding> find_encoding(std::string_view name) {
    if (name == "text") return Encoding::text;
    if (name == "json") return Encoding::json;
    if (name == "xml") return Encoding::xml;
    return std::nullopt;
}

fs::path file_of_case(fs::path const& kit, std::string const& name, Encoding encoding) {
    switch (encoding) {
        case Encoding::text: return kit / "text" / (name + ".moo");
        case Encoding::json: return kit / "json" / (name + ".json");
        case Encoding::xml: return kit / "xml" / (name + ".xml");
    }
    return {};
}

std::vector<std::string_view> const& level_names() {
    static std::vector<std::string_view> const names = {"expressions", "blocks", "initialization", "events",
                                                        "simulations"};
    return names;
}

}  // namespace moo::conformance
