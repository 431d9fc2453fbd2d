#include "moo/library/library_version.h"

#include <algorithm>

#include "moo/lower/annotation.h"

namespace moo {

namespace {

std::string_view without_build(std::string_view version) { return version.substr(0, version.find('+')); }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes the number at the front away: its digits without leading zeros, of any length.
std::string_view take_number(std::string_view& text) {
    while (text.size() > 1 && text[0] == '0' && is_digit(text[1])) text.remove_prefix(1);
    auto const end = std::find_if_not(text.begin(), text.end(), is_digit);
    std::string_view const number = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(number.size());
    return number;
}

bool contains(std::vector<std::string> const& versions, std::string_view wanted) {
    return std::any_of(versions.begin(), versions.end(),
                       [wanted](std::string const& version) { return same_version(version, wanted); });
}

// The name of a modifier if it is a single identifier.
Symbol simple_name(ast::Ast const& ast, ast::Modifier const& modifier) {
    auto const parts = ast.items(modifier.name.parts);
    return parts.size() == 1 ? parts[0].symbol : Symbol();
}

void read_conversions(ast::Ast const& ast, Interner const& interner, ast::ModificationId modification,
                      VersionAnnotations& result) {
    if (!modification) return;
    // Both may occur several times.
    for (ast::ModifierId const id : ast.items(ast[modification].arguments)) {
        ast::Modifier const& argument = ast[id];
        Symbol const symbol = simple_name(ast, argument);
        if (!symbol) continue;
        std::string_view const name = interner.text(symbol);
        if (name == "noneFromVersion") {
            for (auto& text : string_values(ast, argument.modification)) result.none_from.push_back(std::move(text));
        } else if (name == "from") {
            for (auto& text : strings_argument(ast, interner, argument.modification, "version")) {
                result.converts_from.push_back(std::move(text));
            }
        }
    }
}

void read_uses(ast::Ast const& ast, Interner const& interner, ast::ModificationId modification,
               VersionAnnotations& result) {
    if (!modification) return;
    for (ast::ModifierId const id : ast.items(ast[modification].arguments)) {
        ast::Modifier const& argument = ast[id];
        Symbol const symbol = simple_name(ast, argument);
        if (!symbol) continue;
        auto texts = strings_argument(ast, interner, argument.modification, "version");
        if (!texts.empty()) result.uses.push_back({symbol, std::move(texts[0]), argument.span});
    }
}

}  // namespace

bool VersionAnnotations::covers(std::string_view wanted) const {
    return version.empty() || same_version(version, wanted) || contains(none_from, wanted);
}

VersionAnnotations read_version_annotations(ast::Ast const& ast, Interner const& interner, ast::ClassId id) {
    VersionAnnotations result;
    ast::ModificationId const annotation = ast[id].comment.annotation;
    result.version = string_argument(ast, interner, annotation, "version");
    read_conversions(ast, interner, find_argument(ast, interner, annotation, "conversion"), result);
    read_uses(ast, interner, find_argument(ast, interner, annotation, "uses"), result);
    return result;
}

bool same_version(std::string_view a, std::string_view b) { return without_build(a) == without_build(b); }

bool version_less(std::string_view a, std::string_view b) {
    auto const is_ordered = [](std::string_view version) { return !version.empty() && is_digit(version[0]); };
    if (!is_ordered(a) || !is_ordered(b)) return is_ordered(a) != is_ordered(b) ? is_ordered(b) : a < b;
    std::string_view x = without_build(a);
    std::string_view y = without_build(b);
    while (true) {
        std::string_view const n = take_number(x);
        std::string_view const m = take_number(y);
        if (n != m) return n.size() != m.size() ? n.size() < m.size() : n < m;
        bool const x_goes_on = x.starts_with('.');
        bool const y_goes_on = y.starts_with('.');
        if (!x_goes_on || !y_goes_on) {
            if (x_goes_on != y_goes_on) return y_goes_on;
            if (x == y) return a < b;
            // A suffix after the release number makes it a pre-release.
            return x.empty() != y.empty() ? y.empty() : x < y;
        }
        x.remove_prefix(1);
        y.remove_prefix(1);
    }
}

}  // namespace moo
