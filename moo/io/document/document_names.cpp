#include "moo/io/document/document_names.h"

#include <algorithm>
#include <charconv>

#include "moo/io/write_declaration.h"
#include "moo/lower/predefined.h"
#include "moo/syntax/literal.h"

namespace moo {

bool DocumentNames::add_variable(Symbol name, VarId variable) {
    if (name.index() >= variables_.size()) {
        variables_.resize(std::max<std::size_t>(interner_.size(), name.index() + 1));
    }
    VarId& place = variables_[name.index()];
    if (place) return false;
    place = variable;
    return true;
}

std::optional<std::size_t> DocumentNames::function(Symbol name) const {
    auto const found = functions_.find(name);
    return found == functions_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<TypeId> DocumentNames::type(Symbol name, TypeTable& types) const {
    if (!name) return std::nullopt;
    auto const found = types_.find(name);
    if (found != types_.end()) return found->second;
    return find_predefined_enumeration(types, interner_, interner_.text(name));
}

std::optional<TypeId> DocumentNames::type_named(std::string_view name, TypeTable& types) const {
    if (auto const predefined = find_predefined_type(name)) return predefined;
    return type(interner_.find(name), types);
}

std::optional<TypeId> DocumentNames::parse_type(std::string_view text, TypeTable& types) const {
    // The name ends at the first bracket outside of quotes.
    bool const is_quoted = text.starts_with('\'');
    std::size_t end = is_quoted ? 1 : 0;
    while (end < text.size() && text[end] != (is_quoted ? '\'' : '[')) end += text[end] == '\\' ? 2u : 1u;
    if (is_quoted) ++end;
    if (end > text.size()) return std::nullopt;
    std::string_view const name = text.substr(0, end);
    std::string_view rest = text.substr(end);
    std::optional<TypeId> element;
    if (!is_quoted) element = find_predefined_type(name);
    if (!element) element = type(interner_.find(is_quoted ? unquote_identifier(name) : std::string(name)), types);
    if (!element || rest.empty()) return element;
    if (rest.size() < 3 || rest.back() != ']') return std::nullopt;
    rest = rest.substr(1, rest.size() - 2);
    std::vector<std::int64_t> dims;
    while (true) {
        std::size_t const comma = std::min(rest.find(','), rest.size());
        std::string_view const size = rest.substr(0, comma);
        std::int64_t dim = TypeTable::unknown_size;
        if (size != ":") {
            auto const result = std::from_chars(size.data(), size.data() + size.size(), dim);
            if (result.ec != std::errc() || result.ptr != size.data() + size.size() || dim < 0) return std::nullopt;
        }
        dims.push_back(dim);
        if (comma == rest.size()) break;
        rest.remove_prefix(comma + 1);
        if (rest.starts_with(' ')) rest.remove_prefix(1);
    }
    return types.array(*element, dims);
}

std::string_view type_name(TypeTable const& types, TypeId type, Interner const& interner) {
    switch (types.kind(type)) {
        case TypeKind::real: return "Real";
        case TypeKind::integer: return "Integer";
        case TypeKind::boolean: return "Boolean";
        case TypeKind::string: return "String";
        case TypeKind::clock: return "Clock";
        case TypeKind::enumeration:
        case TypeKind::record:
        case TypeKind::external_object: return interner.text(types.name(type));
        case TypeKind::unknown:
        case TypeKind::array:
        case TypeKind::tuple: break;
    }
    return {};
}

bool can_be_name(std::string_view text) {
    constexpr std::string_view escaped = "\a\b\f\n\r\t\v";
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 0x20 && c < 0x7f) || escaped.find(c) != std::string_view::npos;
    });
}

}  // namespace moo
