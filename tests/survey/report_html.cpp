#include "moo/base/version.h"
#include "tests/survey/report.h"

namespace moo::survey {

namespace {

constexpr std::string_view style = R"(
body { font: 14px/1.4 system-ui, sans-serif; margin: 1.5em; color: #222; background: #fff; }
h1 { font-size: 1.4em; margin: 0 0 .2em; }
h2 { font-size: 1.1em; margin: 1.4em 0 .4em; }
p.about { color: #666; margin: 0 0 1em; }
svg text { font: 12px system-ui, sans-serif; fill: #222; }
svg .passed, .key.passed { fill: #3f8f5b; background: #3f8f5b; }
svg .failed, .key.failed { fill: #d58a78; background: #d58a78; }
.key { display: inline-block; width: .8em; height: .8em; margin: 0 .3em 0 1em; }
.filters { margin: 0 0 .6em; }
.filters input { width: 24em; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .2em .6em; border-bottom: 1px solid #ddd; }
th { position: sticky; top: 0; background: #f4f4f4; }
#models th { cursor: pointer; white-space: nowrap; }
th[aria-sort=ascending]::after { content: " \25B2"; }
th[aria-sort=descending]::after { content: " \25BC"; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
tr.fail td.reached { color: #a33; }
td.error { max-width: 60em; overflow-wrap: anywhere; }
.place { color: #666; }
.kind { color: #666; white-space: nowrap; }
)";

// Sorting keeps the order of equal rows; numbers come from `data-value`.
constexpr std::string_view script = R"(
const table = document.getElementById('models');
const body = table.tBodies[0];
const rows = Array.from(body.rows);
const text = document.getElementById('text');
const stage = document.getElementById('stage');
const part = document.getElementById('part');
const kind = document.getElementById('kind');
const shown = document.getElementById('shown');
function filter() {
  const words = text.value.toLowerCase().split(/\s+/).filter(word => word);
  let count = 0;
  for (const row of rows) {
    const content = row.textContent.toLowerCase();
    row.hidden = !(words.every(word => content.includes(word)) &&
      (!stage.value || row.dataset.reached === stage.value) &&
      (!part.value || row.dataset.part === part.value) &&
      (!kind.value || row.dataset.kind === kind.value));
    if (!row.hidden) count++;
  }
  shown.textContent = count + ' of ' + rows.length + ' models';
}
for (const control of [text, stage, part, kind]) control.addEventListener('input', filter);
Array.from(table.tHead.rows[0].cells).forEach((head, column) => head.addEventListener('click', () => {
  const down = head.getAttribute('aria-sort') === 'ascending';
  for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const key = row => {
    const cell = row.cells[column];
    return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
  };
  const sorted = rows.slice().sort((a, b) => {
    const x = key(a), y = key(b);
    const order = typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y));
    return down ? -order : order;
  });
  for (const row of sorted) body.append(row);
}));
filter();
)";

std::string attribute(std::string_view name, std::string_view value) {
    return " " + std::string(name) + "=\"" + escape_html(value) + "\"";
}

std::string number_cell(std::optional<double> value, int digits) {
    // Without a value it sorts before all numbers.
    if (!value) return "<td class=\"number\" data-value=\"-1\"></td>";
    return "<td class=\"number\"" + attribute("data-value", fixed_text(*value, 6)) + ">" + fixed_text(*value, digits) +
           "</td>";
}

std::optional<double> count_of(Row const& row, std::string_view name) {
    auto const count = row.count(name);
    return count ? std::optional(static_cast<double>(*count)) : std::nullopt;
}

std::size_t rank_of(std::string_view stage, SurveyTable const& table) {
    for (std::size_t i = 0; i < table.stages.size(); ++i) {
        if (table.stages[i] == stage) return i + 1;
    }
    return 0;
}

// `plot` is our own picture: names of signals are escaped in it.
std::string error_cell(std::optional<Problem> const& problem, std::string const& plot) {
    if (!problem) return "<td class=\"error\"></td>";
    std::string cell = "<td class=\"error\">";
    if (std::string const place = problem->place(); !place.empty()) {
        cell += "<span class=\"place\">" + escape_html(place) + ":</span> ";
    }
    return cell + escape_html(problem->message) + " <span class=\"kind\">[" + escape_html(problem->kind) + "]</span>" +
           (plot.empty() ? "" : "<br>" + plot) + "</td>";
}

std::string row_html(Row const& row, SurveyTable const& table) {
    std::string_view const reached = row.reached();
    std::string html = "<tr" + attribute("class", row.problem ? "fail" : "pass") +
                       attribute("data-reached", reached.empty() ? "none" : reached) +
                       attribute("data-part", sub_library(row.model)) +
                       attribute("data-kind", row.problem ? std::string_view(row.problem->kind) : "none") + ">";
    html += "<td>" + escape_html(row.model) + "</td><td class=\"reached\"" +
            attribute("data-value", std::to_string(rank_of(reached, table))) + ">" + escape_html(reached) + "</td>";
    html += number_cell(count_of(row, "variables"), 0) + number_cell(count_of(row, "equations"), 0);
    for (std::string const& stage : table.stages) {
        StageRun const* found = nullptr;
        for (StageRun const& run : row.runs) {
            if (run.stage == stage) found = &run;
        }
        html += number_cell(found != nullptr ? std::optional(found->seconds) : std::nullopt, 3);
        html += number_cell(found != nullptr ? std::optional(found->megabytes) : std::nullopt, 0);
    }
    return html + error_cell(row.problem, row.plot) + "</tr>\n";
}

std::string choice(std::string_view id, std::string_view label, std::vector<std::string> const& values) {
    std::string html = "<select" + attribute("id", id) + "><option value=\"\">" + escape_html(label) + "</option>";
    for (std::string const& value : values) {
        html += "<option" + attribute("value", value) + ">" + escape_html(value) + "</option>";
    }
    return html + "</select>\n";
}

std::string filters_html(SurveyTable const& table) {
    std::vector<std::string> stages = {"none"};
    stages.insert(stages.end(), table.stages.begin(), table.stages.end());
    std::map<std::string, int> parts;
    for (Row const& row : table.rows) parts[std::string(sub_library(row.model))] = 0;
    std::vector<std::string> part_names;
    for (auto const& part : parts) part_names.push_back(part.first);
    std::vector<std::string> kinds = {"none"};
    for (auto const& kind : count_kinds(table)) kinds.push_back(kind.first);
    return "<div class=\"filters\"><input id=\"text\" type=\"search\" placeholder=\"words to look for\">\n" +
           choice("stage", "every stage reached", stages) + choice("part", "every sub-library", part_names) +
           choice("kind", "every kind of error", kinds) + "<span id=\"shown\"></span></div>\n";
}

std::string times_html(SurveyTable const& table) {
    std::string html =
        "<h2>Times by stage</h2>\n<table>\n<tr><th>stage</th><th>passed</th><th>median/s</th><th>longest/s</th>"
        "<th>all together/s</th></tr>\n";
    for (StageTimes const& times : stage_times(table)) {
        html += "<tr><td>" + escape_html(times.stage) + "</td>" + number_cell(static_cast<double>(times.passed), 0) +
                number_cell(times.median, 3) + number_cell(times.longest, 3) + number_cell(times.total, 1) + "</tr>\n";
    }
    return html + "</table>\n";
}

// One line a group; its models open on a click.
std::string causes_html(SurveyTable const& table) {
    auto const groups = group_causes(table);
    if (groups.empty()) return {};
    std::string html = "<h2>First errors by cause</h2>\n<table>\n";
    for (CauseGroup const& group : groups) {
        html += "<tr><td class=\"number\">" + std::to_string(group.models.size()) + "</td><td>" +
                escape_html(group.kind) + "</td><td class=\"error\"><details><summary>" + escape_html(group.message) +
                "</summary>";
        for (std::string const& model : group.models) html += escape_html(model) + "<br>";
        html += "</details></td></tr>\n";
    }
    return html + "</table>\n";
}

}  // namespace

std::string escape_html(std::string_view text) {
    std::string out;
    for (char const c : text) {
        auto const byte = static_cast<unsigned char>(c);
        switch (c) {
            case '&': out += "&amp;"; continue;
            case '<': out += "&lt;"; continue;
            case '>': out += "&gt;"; continue;
            case '"': out += "&quot;"; continue;
            case '\'': out += "&#39;"; continue;
        }
        out += byte < 0x20 || byte == 0x7f ? ' ' : c;
    }
    return out;
}

std::string write_html(SurveyTable const& table) {
    std::string const title = "Survey of " + escape_html(table.library);
    std::string html =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        // Nothing is loaded, whatever texts a model contains.
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src 'unsafe-inline'\">\n<title>" +
        title + "</title>\n<style>" + std::string(style) + "</style>\n</head>\n<body>\n<h1>" + title + "</h1>\n";
    html += "<p class=\"about\">mosurvey " + escape_html(version_text) + "; limits for each stage: " +
            (table.limits.seconds > 0 ? fixed_text(table.limits.seconds, 0) + " s" : "no time limit") + ", " +
            (table.limits.megabytes > 0 ? std::to_string(table.limits.megabytes) + " MB" : "no memory limit") +
            "<span class=\"key passed\"></span>passed<span class=\"key failed\"></span>not passed</p>\n";
    html += write_bars(table) + times_html(table) + causes_html(table) + "<h2>Models</h2>\n" + filters_html(table);
    html += "<table id=\"models\">\n<thead><tr><th>model</th><th>reached</th><th>variables</th><th>equations</th>";
    for (std::string const& stage : table.stages) {
        html += "<th>" + escape_html(stage) + "/s</th><th>" + escape_html(stage) + "/MB</th>";
    }
    html += "<th>first error</th></tr></thead>\n<tbody>\n";
    for (Row const& row : table.rows) html += row_html(row, table);
    return html + "</tbody>\n</table>\n<script>" + std::string(script) + "</script>\n</body>\n</html>\n";
}

}  // namespace moo::survey
