#include "moo/base/diagnostics.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "moo/base/text_writer.h"

namespace moo {

namespace {

constexpr std::array kind_names = {
#define MOO_DIAGNOSTIC_KIND(name) std::string_view(#name),
#include "moo/base/diagnostic_kinds.def"
#undef MOO_DIAGNOSTIC_KIND
};

std::string argument_text(DiagnosticArgument const& argument) {
    TextWriter out;
    if (auto const* text = std::get_if<std::string>(&argument)) out.write(*text);
    if (auto const* integer = std::get_if<std::int64_t>(&argument)) out.write_integer(*integer);
    if (auto const* real = std::get_if<double>(&argument)) out.write_real(*real);
    return out.take();
}

std::string format_message(std::string_view format, std::vector<DiagnosticArgument> const& arguments) {
    std::string text;
    std::size_t next = 0;
    for (std::size_t at = 0; at < format.size(); ++at) {
        if (format.substr(at).starts_with("{}") && next < arguments.size()) {
            text += argument_text(arguments[next++]);
            ++at;
        } else {
            text += format[at];
        }
    }
    return text;
}

// Control characters from a hostile file must not reach the terminal.
std::string printable(std::string_view text) {
    std::string out;
    for (char const c : text) {
        auto const byte = static_cast<unsigned char>(c);
        out += (byte < 0x20 && c != '\t') || byte == 0x7f ? '?' : c;
    }
    return out;
}

void render_snippet(TextWriter& out, DecodedLoc const& begin, SourceSpan span, SourceManager const& sources) {
    if (begin.line_text.empty()) return;
    constexpr std::size_t max_width = 160;
    // A generated line of a megabyte is shown around the place, not whole.
    std::size_t const column = begin.column - 1;
    std::size_t const from = column > max_width / 2 && begin.line_text.size() > max_width ? column - max_width / 2 : 0;
    std::string_view const shown = begin.line_text.substr(std::min(from, begin.line_text.size()), max_width);

    std::string const number = std::to_string(begin.line);
    std::string const gutter(std::max<std::size_t>(number.size(), 5), ' ');
    out.write(gutter.substr(number.size()));
    out.write(number);
    out.write(" | ");
    out.write(printable(shown));
    out.write("\n");
    out.write(gutter);
    out.write(" | ");
    for (std::size_t i = from; i < column; ++i) {
        char const c = i < begin.line_text.size() ? begin.line_text[i] : ' ';
        // Continuation bytes of UTF-8 take no column on the screen.
        if ((static_cast<unsigned char>(c) & 0xc0u) != 0x80u) out.write(c == '\t' ? "\t" : " ");
    }
    out.write("^");
    DecodedLoc const end = sources.decode(span.end);
    if (end.line == begin.line && end.file == begin.file && end.column > begin.column + 1) {
        std::size_t const visible = std::min<std::size_t>(end.column - 1, from + shown.size());
        if (visible > column + 1) out.write(std::string(visible - column - 1, '~'));
    }
    out.write("\n");
}

void render_line(TextWriter& out, SourceSpan span, Severity severity, std::string const& text, std::string_view kind,
                 SourceManager const& sources) {
    DecodedLoc const begin = sources.decode(span.begin);
    if (begin.line != 0) {
        out.write(printable(begin.file));
        out.write(":");
        out.write_integer(begin.line);
        out.write(":");
        out.write_integer(begin.column);
        out.write(": ");
    }
    out.write(severity_name(severity));
    out.write(": ");
    out.write(printable(text));
    if (!kind.empty()) {
        out.write(" [");
        out.write(kind);
        out.write("]");
    }
    out.write("\n");
    render_snippet(out, begin, span, sources);
}

// The same words about the same place: what a class says is met once in each of its instances.
class Repetitions {
public:
    bool is_new(Diagnostic const& item) {
        if (item.span.begin.offset == item.span.end.offset) return true;
        std::string key = std::to_string(item.span.begin.offset) + ' ' + std::to_string(item.span.end.offset) + ' ';
        key += item.text();
        return seen_.insert(std::move(key)).second;
    }

private:
    std::unordered_set<std::string> seen_;
};

nlohmann::ordered_json place_json(SourceSpan span, SourceManager const& sources) {
    nlohmann::ordered_json place;
    DecodedLoc const begin = sources.decode(span.begin);
    if (begin.line == 0) return place;
    DecodedLoc const end = sources.decode(span.end);
    place["file"] = std::string(begin.file);
    place["line"] = begin.line;
    place["column"] = begin.column;
    if (end.line != 0) {
        place["endLine"] = end.line;
        place["endColumn"] = end.column;
    }
    return place;
}

}  // namespace

std::string_view kind_name(DiagnosticKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::vector<std::string_view> all_kind_names() { return {kind_names.begin(), kind_names.end()}; }

std::string_view severity_name(Severity severity) {
    switch (severity) {
        case Severity::error: return "error";
        case Severity::warning: return "warning";
        case Severity::note: return "note";
    }
    return "";
}

std::string DiagnosticNote::text() const { return format_message(format, arguments); }

std::string Diagnostic::text() const { return format_message(format, arguments); }

Diagnostics::Report Diagnostics::add(Diagnostic diagnostic) {
    if (are_warnings_errors_ && diagnostic.severity == Severity::warning) diagnostic.severity = Severity::error;
    if (diagnostic.severity == Severity::error) ++error_count_;
    // Innermost context first: it is nearest to the place of the message.
    diagnostic.notes.insert(diagnostic.notes.end(), context_.rbegin(), context_.rend());
    items_.push_back(std::move(diagnostic));
    return {*this, items_.size() - 1};
}

void Diagnostics::take_back(std::size_t count) {
    for (std::size_t i = count; i < items_.size(); ++i) {
        if (items_[i].severity == Severity::error) --error_count_;
    }
    items_.resize(count);
}

void Diagnostics::take_back(std::size_t count, SourceSpan span) {
    std::size_t kept = count;
    for (std::size_t i = count; i < items_.size(); ++i) {
        Diagnostic& item = items_[i];
        bool const is_inside = item.span.begin.offset >= span.begin.offset && item.span.end.offset <= span.end.offset;
        if (!is_inside) {
            if (kept != i) items_[kept] = std::move(item);
            ++kept;
        } else if (item.severity == Severity::error) {
            --error_count_;
        }
    }
    items_.resize(kept);
}

void Diagnostics::keep_only(std::function<bool(Diagnostic const&)> const& test) {
    std::erase_if(items_, [&](Diagnostic const& item) { return !test(item); });
    error_count_ = static_cast<std::size_t>(std::count_if(
        items_.begin(), items_.end(), [](Diagnostic const& item) { return item.severity == Severity::error; }));
}

std::string render_text(Diagnostics const& diagnostics, SourceManager const& sources) {
    TextWriter out;
    Repetitions repetitions;
    for (Diagnostic const& item : diagnostics.items()) {
        if (!repetitions.is_new(item)) continue;
        render_line(out, item.span, item.severity, item.text(), kind_name(item.kind), sources);
        for (DiagnosticNote const& note : item.notes) {
            render_line(out, note.span, Severity::note, note.text(), {}, sources);
        }
    }
    return out.take();
}

std::string render_json(Diagnostics const& diagnostics, SourceManager const& sources) {
    using nlohmann::ordered_json;
    std::string out;
    Repetitions repetitions;
    for (Diagnostic const& item : diagnostics.items()) {
        if (!repetitions.is_new(item)) continue;
        ordered_json object = {
            {"severity", severity_name(item.severity)}, {"kind", kind_name(item.kind)}, {"message", item.text()}};
        object["arguments"] = ordered_json::array();
        for (DiagnosticArgument const& argument : item.arguments) {
            std::visit([&](auto const& value) { object["arguments"].push_back(value); }, argument);
        }
        if (auto place = place_json(item.span, sources); !place.is_null()) object["place"] = std::move(place);
        object["notes"] = ordered_json::array();
        for (DiagnosticNote const& note : item.notes) {
            ordered_json entry = {{"message", note.text()}};
            if (auto place = place_json(note.span, sources); !place.is_null()) entry["place"] = std::move(place);
            object["notes"].push_back(std::move(entry));
        }
        out += object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
        out += '\n';
    }
    return out;
}

}  // namespace moo
