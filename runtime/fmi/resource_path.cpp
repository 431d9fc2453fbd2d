#include "runtime/fmi/resource_path.h"

namespace moo::runtime::fmi {

namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

std::string with_separator(std::string path) {
    if (!path.empty() && path.back() != '/') path += '/';
    return path;
}

std::string path_of_uri(std::string_view uri) {
    constexpr std::string_view scheme = "file:";
    if (uri.substr(0, scheme.size()) != scheme) return {};
    uri.remove_prefix(scheme.size());
    // file:///path, file://localhost/path and, by RFC 8089, file:/path.
    if (uri.substr(0, 2) == "//") {
        uri.remove_prefix(2);
        std::size_t const host_end = uri.find('/');
        if (host_end == std::string_view::npos) return {};
        uri.remove_prefix(host_end);
    }
    std::string path;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        bool const is_coded =
            uri[i] == '%' && i + 2 < uri.size() && hex_digit(uri[i + 1]) >= 0 && hex_digit(uri[i + 2]) >= 0;
        if (!is_coded) {
            path += uri[i];
            continue;
        }
        path += static_cast<char>(16 * hex_digit(uri[i + 1]) + hex_digit(uri[i + 2]));
        i += 2;
    }
    return with_separator(path);
}

}  // namespace moo::runtime::fmi
