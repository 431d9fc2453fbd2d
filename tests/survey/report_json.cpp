#include <nlohmann/json.hpp>

#include "moo/base/version.h"
#include "tests/survey/report.h"

namespace moo::survey {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::string_view format_name = "mosurvey";
constexpr int format_version = 1;

// Three decimal places are enough for a time or a memory size.
double rounded(double value) { return static_cast<double>(static_cast<long long>(value * 1000.0 + 0.5)) / 1000.0; }

ordered_json row_json(Row const& row) {
    ordered_json object = {{"name", row.model}, {"reached", row.reached()}};
    object["stages"] = ordered_json::array();
    for (StageRun const& run : row.runs) {
        object["stages"].push_back({{"name", run.stage},
                                    {"passed", run.passed},
                                    {"seconds", rounded(run.seconds)},
                                    {"megabytes", rounded(run.megabytes)},
                                    {"counts", run.counts}});
    }
    if (row.problem) {
        ordered_json problem = {
            {"stage", row.problem->stage}, {"kind", row.problem->kind}, {"message", row.problem->message}};
        if (!row.problem->file.empty()) {
            problem["file"] = row.problem->file;
            problem["line"] = row.problem->line;
            problem["column"] = row.problem->column;
        }
        object["error"] = std::move(problem);
    }
    if (row.has_reference) object["hasReference"] = true;
    if (!row.plot.empty()) object["plot"] = row.plot;
    return object;
}

// The text of tools may hold any bytes.
std::string dump(ordered_json const& object, int indent) {
    return object.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

// These throw json::exception where the type is not what it should be; the callers at the end of the file catch it.
Row row_from(json const& object) {
    Row row;
    row.model = object.at("name").get<std::string>();
    row.has_reference = object.value("hasReference", false);
    row.plot = object.value("plot", std::string());
    for (json const& stage : object.at("stages")) {
        StageRun run;
        run.stage = stage.at("name").get<std::string>();
        run.passed = stage.at("passed").get<bool>();
        run.seconds = stage.at("seconds").get<double>();
        run.megabytes = stage.at("megabytes").get<double>();
        run.counts = stage.at("counts").get<std::map<std::string, std::uint64_t>>();
        row.runs.push_back(std::move(run));
    }
    if (auto const problem = object.find("error"); problem != object.end()) {
        row.problem = Problem{problem->at("stage").get<std::string>(),   problem->at("kind").get<std::string>(),
                              problem->at("message").get<std::string>(), problem->value("file", std::string()),
                              problem->value("line", std::uint32_t{0}),  problem->value("column", std::uint32_t{0})};
    }
    return row;
}

SurveyTable table_from(json const& object) {
    SurveyTable table;
    table.library = object.at("library").get<std::string>();
    table.stages = object.at("stages").get<std::vector<std::string>>();
    table.stamp = object.at("stamp").get<std::string>();
    table.limits.seconds = object.at("limits").at("seconds").get<double>();
    table.limits.megabytes = object.at("limits").at("megabytes").get<std::size_t>();
    for (json const& row : object.at("models")) table.rows.push_back(row_from(row));
    return table;
}

}  // namespace

std::string write_row_json(Row const& row) { return dump(row_json(row), -1); }

std::string write_json(SurveyTable const& table) {
    ordered_json object = {{"format", format_name},
                           {"version", format_version},
                           {"tool", "mosurvey " + std::string(version_text)},
                           {"library", table.library},
                           {"stages", table.stages},
                           {"stamp", table.stamp},
                           {"limits", {{"seconds", table.limits.seconds}, {"megabytes", table.limits.megabytes}}}};
    object["counts"] = ordered_json::object();
    for (StageCount const& count : count_stages(table)) {
        object["counts"][count.stage] = {{"passed", count.passed}, {"of", count.total}};
    }
    object["models"] = ordered_json::array();
    for (Row const& row : table.rows) object["models"].push_back(row_json(row));
    return dump(object, 1) + "\n";
}

std::optional<Row> parse_row_json(std::string_view text) {
    try {
        return row_from(json::parse(text));
    } catch (json::exception const&) {
        return std::nullopt;
    }
}

std::optional<SurveyTable> parse_json(std::string_view text) {
    try {
        json const object = json::parse(text);
        if (object.at("format") != format_name || object.at("version") != format_version) return std::nullopt;
        return table_from(object);
    } catch (json::exception const&) {
        return std::nullopt;
    }
}

}  // namespace moo::survey
