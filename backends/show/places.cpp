#include "backends/show/places.h"

#include <algorithm>
#include <fstream>

namespace moo {

namespace {

constexpr std::uint32_t lines_around = 2;

// A document can come from anyone and could name any file.
bool is_model_file(std::string_view name) { return name.ends_with(".mo") || name.ends_with(".bmo"); }

std::string trimmed(std::string_view line) {
    std::size_t const begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return {};
    return std::string(line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin));
}

}  // namespace

std::size_t Places::file_of(std::string_view name) {
    auto const [found, is_new] = numbers_.try_emplace(std::string(name), names_.size());
    if (is_new) {
        names_.emplace_back(name);
        files_.emplace_back();
    }
    return found->second;
}

std::vector<std::string> const& Places::lines_of(std::size_t number) {
    File& file = files_[number];
    if (file.is_read) return file.lines;
    file.is_read = true;
    if (!is_model_file(names_[number])) return file.lines;
    std::ifstream in(names_[number]);
    for (std::string line; std::getline(in, line);) file.lines.push_back(std::move(line));
    return file.lines;
}

void Places::field(JsonWriter& out, std::string_view name, SourceSpan span) {
    if (!span.begin.has_value()) return;
    DecodedLoc const place = sources_.decode(span.begin);
    if (place.line == 0) return;
    out.key(name);
    write(out, span);
}

void Places::write(JsonWriter& out, SourceSpan span) {
    DecodedLoc const place = sources_.decode(span.begin);
    std::size_t const number = file_of(place.file);
    std::uint32_t const first = place.line > lines_around ? place.line - lines_around : 1;
    for (std::uint32_t line = first; line <= place.line + lines_around; ++line) files_[number].wanted.insert(line);
    out.begin_list();
    out.integer(static_cast<std::int64_t>(number));
    out.integer(place.line);
    out.integer(place.column);
    out.end_list();
}

bool Places::is_same(SourceSpan x, SourceSpan y) const {
    if (x.begin == y.begin) return true;
    DecodedLoc const first = sources_.decode(x.begin);
    DecodedLoc const second = sources_.decode(y.begin);
    return first.line == second.line && first.column == second.column && first.file == second.file;
}

std::string Places::line_text(SourceSpan span) {
    if (!span.begin.has_value()) return {};
    DecodedLoc const place = sources_.decode(span.begin);
    if (!place.line_text.empty()) return trimmed(place.line_text);
    std::vector<std::string> const& lines = lines_of(file_of(place.file));
    return place.line == 0 || place.line > lines.size() ? std::string() : trimmed(lines[place.line - 1]);
}

std::string Places::sources_chunk() {
    JsonWriter out;
    out.begin_object();
    out.key("files");
    out.begin_list();
    for (std::size_t number = 0; number < files_.size(); ++number) {
        std::vector<std::string> const& lines = lines_of(number);
        out.begin_object();
        out.key("lines");
        out.begin_object();
        for (std::uint32_t const line : files_[number].wanted) {
            if (line <= lines.size()) out.always(std::to_string(line), lines[line - 1]);
        }
        out.end_object();
        out.end_object();
    }
    out.end_list();
    out.end_object();
    return out.take();
}

}  // namespace moo
