#include "moo/io/document/encoding.h"

#include <algorithm>
#include <array>

#include "moo/io/document/read.h"
#include "moo/io/document/write.h"
#include "moo/io/json/read.h"
#include "moo/io/json/write.h"
#include "moo/io/text/read.h"
#include "moo/io/text/write.h"
#include "moo/io/xml/read.h"
#include "moo/io/xml/write.h"
#include "moo/syntax/lexer.h"

namespace moo {

namespace {

constexpr std::array<std::string_view, 3> encoding_names{"text", "json", "xml"};

}  // namespace

std::string_view encoding_name(Encoding encoding) { return encoding_names[static_cast<std::size_t>(encoding)]; }

std::optional<Encoding> find_encoding(std::string_view name) {
    auto const found = std::find(encoding_names.begin(), encoding_names.end(), name);
    if (found == encoding_names.end()) return std::nullopt;
    return static_cast<Encoding>(found - encoding_names.begin());
}

// No Modelica text begins with a brace or `<`.
Encoding recognize_encoding(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    std::size_t const first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return Encoding::text;
    if (text[first] == '{' || text[first] == '[') return Encoding::json;
    return text[first] == '<' ? Encoding::xml : Encoding::text;
}

bool is_document(std::string_view text) {
    return recognize_encoding(text) != Encoding::text || text.rfind("__moo(version") != std::string_view::npos;
}

Document read_document(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics) {
    Document document;
    Encoding const encoding = recognize_encoding(sources.text(file));
    // The parser of the text does so itself.
    if (encoding != Encoding::text && !check_text(file, sources, diagnostics)) return document;
    switch (encoding) {
        case Encoding::text: read_text(file, sources, interner, diagnostics, document); break;
        case Encoding::json: read_json(file, sources, interner, diagnostics, document); break;
        case Encoding::xml: read_xml(file, sources, interner, diagnostics, document); break;
    }
    return document;
}

std::string write_document(Document const& document, Interner const& interner, SourceManager const& sources,
                           Encoding encoding) {
    WriteContext const context(document, interner, sources);
    switch (encoding) {
        case Encoding::text: return write_text(context);
        case Encoding::json: return write_json(context);
        case Encoding::xml: return write_xml(context);
    }
    return {};
}

}  // namespace moo
