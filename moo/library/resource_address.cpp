#include "moo/library/resource_address.h"

#include <algorithm>
#include <charconv>

namespace moo {

namespace fs = std::filesystem;

namespace {

std::string replace_percent_codes(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        unsigned value = 0;
        if (text[0] == '%' && text.size() > 2) {
            auto const [end, error] = std::from_chars(text.data() + 1, text.data() + 3, value, 16);
            if (error == std::errc() && end == text.data() + 3) {
                out += static_cast<char>(static_cast<unsigned char>(value));
                text.remove_prefix(3);
                continue;
            }
        }
        out += text[0];
        text.remove_prefix(1);
    }
    return out;
}

bool equal_ignoring_case(std::string_view a, std::string_view lower) {
    return std::equal(a.begin(), a.end(), lower.begin(), lower.end(), [](char x, char y) {
        return (x >= 'A' && x <= 'Z' ? static_cast<char>(x - 'A' + 'a') : x) == y;
    });
}

}  // namespace

std::vector<std::string> split_class_name(std::string_view name) {
    std::vector<std::string> parts(1);
    bool quoted = false;
    for (std::size_t at = 0; at < name.size(); ++at) {
        if (name[at] == '.' && !quoted) {
            parts.emplace_back();
            continue;
        }
        if (name[at] == '\'') quoted = !quoted;
        parts.back() += name[at];
        if (quoted && name[at] == '\\' && at + 1 < name.size()) parts.back() += name[++at];
    }
    return parts;
}

std::optional<ResourceAddress> parse_resource_address(std::string_view address) {
    ResourceAddress result;
    std::size_t const colon = address.find("://");
    constexpr std::string_view short_form = "modelica:/";
    std::size_t const class_begin = colon != std::string_view::npos ? colon + 3 : short_form.size();
    bool const is_short =
        colon == std::string_view::npos && equal_ignoring_case(address.substr(0, short_form.size()), short_form);
    if (colon == std::string_view::npos && !is_short) {
        result.path = address;
    } else if (equal_ignoring_case(address.substr(0, colon), "file")) {
        std::string_view rest = address.substr(colon + 3);
        if (rest.starts_with("localhost/")) rest.remove_prefix(9);
        result.path = replace_percent_codes(rest);
    } else if (is_short || equal_ignoring_case(address.substr(0, colon), "modelica")) {
        std::string_view const rest = address.substr(class_begin);
        std::size_t const slash = rest.find('/');
        if (slash == std::string_view::npos) return std::nullopt;
        result.scheme = AddressScheme::modelica;
        result.class_name = split_class_name(replace_percent_codes(rest.substr(0, slash)));
        result.path = replace_percent_codes(rest.substr(slash + 1));
    } else {
        return std::nullopt;
    }
    bool const lacks_path = result.scheme == AddressScheme::file && result.path.empty();
    if (lacks_path || result.path.find('\0') != std::string::npos) return std::nullopt;
    return result;
}

fs::path path_below(fs::path const& root, fs::path const& inside, std::string_view path) {
    // A path that starts with `/` would replace what it is appended to.
    while (path.starts_with('/')) path.remove_prefix(1);
    fs::path const relative = (inside / path).lexically_normal();
    if (relative.is_absolute() || (!relative.empty() && *relative.begin() == "..")) return {};
    std::error_code error;
    fs::path const base = fs::absolute(root, error);
    return error ? fs::path() : (base / relative).lexically_normal();
}

}  // namespace moo
