#include "moo/io/xml/xml_text.h"

#include <charconv>

namespace moo {

namespace {

// U+FFFE and U+FFFF are not allowed in XML.
bool is_noncharacter(std::string_view text, std::size_t at) {
    return text.substr(at).starts_with("\xef\xbf\xbe") || text.substr(at).starts_with("\xef\xbf\xbf");
}

}  // namespace

void write_xml_attribute(TextWriter& out, std::string_view name, std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    out.write(' ');
    out.write(name);
    out.write("=\"");
    // Text that needs no escape, which is almost always the whole text, is written at once.
    std::size_t done = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        auto const byte = static_cast<unsigned char>(text[i]);
        bool const is_plain = byte >= 0x20 && byte != '"' && byte != '&' && byte != '<' && byte != '>' && byte != '\\';
        if (is_plain && !(byte == 0xef && is_noncharacter(text, i))) continue;
        out.write(text.substr(done, i - done));
        done = i + 1;
        switch (byte) {
            case '"': out.write("&quot;"); break;
            case '&': out.write("&amp;"); break;
            case '<': out.write("&lt;"); break;
            case '>': out.write("&gt;"); break;
            case '\\': out.write("\\\\"); break;
            case '\n': out.write("&#10;"); break;
            case '\t': out.write("&#9;"); break;
            case '\r': out.write("&#13;"); break;
            case 0xef:
                out.write(text[i + 2] == '\xbe' ? "\\ufffe" : "\\uffff");
                i += 2;
                done = i + 1;
                break;
            default:
                out.write("\\u00");
                out.write(digits[byte >> 4u]);
                out.write(digits[byte & 15u]);
        }
    }
    out.write(text.substr(done));
    out.write('"');
}

std::optional<std::string_view> read_xml_text(std::string_view value, std::string& buffer) {
    if (value.find('\\') == std::string_view::npos) return value;
    buffer.clear();
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (value[i] != '\\') {
            buffer += value[i];
            continue;
        }
        if (value.substr(i + 1).starts_with('\\')) {
            buffer += '\\';
            ++i;
            continue;
        }
        unsigned code = 0;
        std::string_view const digits =
            value.substr(i + 1).starts_with('u') ? value.substr(i + 2, 4) : std::string_view();
        auto const result = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (digits.size() != 4 || result.ec != std::errc() || result.ptr != digits.data() + 4) return std::nullopt;
        if (code > 0 && code < 0x20) {
            buffer += static_cast<char>(code);
        } else if (code == 0xfffe || code == 0xffff) {
            buffer += code == 0xfffe ? "\xef\xbf\xbe" : "\xef\xbf\xbf";
        } else {
            return std::nullopt;
        }
        i += 5;
    }
    return buffer;
}

}  // namespace moo
