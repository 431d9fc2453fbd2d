#include "backends/fmu/fmu_arrays.h"

#include <string>
#include <string_view>

namespace moo {

namespace {

struct Element {
    std::string_view array;
    std::vector<std::int64_t> subscripts;  // none if the name is not that of an element
};

Element parse_element(std::string_view name) {
    constexpr std::int64_t largest = 1'000'000'000;
    if (!name.ends_with("]")) return {name, {}};
    std::size_t const open = name.rfind('[');
    if (open == std::string_view::npos || open == 0) return {name, {}};
    std::vector<std::int64_t> subscripts;
    std::int64_t value = 0;
    bool has_digit = false;
    for (char const c : name.substr(open + 1)) {
        if (c >= '0' && c <= '9' && value < largest) {
            value = value * 10 + (c - '0');
            has_digit = true;
        } else if ((c == ',' || c == ']') && has_digit) {
            subscripts.push_back(value);
            value = 0;
            has_digit = false;
        } else {
            return {name, {}};
        }
    }
    return {name.substr(0, open), std::move(subscripts)};
}

// Counts on, row by row; false behind the last element.
bool advance(std::vector<std::int64_t>& subscripts, std::vector<std::int64_t> const& sizes) {
    for (std::size_t i = subscripts.size(); i-- > 0;) {
        if (++subscripts[i] <= sizes[i]) return true;
        subscripts[i] = 1;
    }
    return false;
}

// Whether the elements are all those of an array whose last one is the last element.
bool is_whole(std::vector<Element> const& elements) {
    std::vector<std::int64_t> const& sizes = elements.back().subscripts;
    std::vector<std::int64_t> expected(sizes.size(), 1);
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (elements[i].subscripts != expected) return false;
        if (advance(expected, sizes) != (i + 1 < elements.size())) return false;
    }
    return true;
}

}  // namespace

std::vector<std::pair<std::string, ArrayInfo>> find_arrays(Document const& document, Interner const& interner) {
    std::vector<std::pair<std::string, ArrayInfo>> found;
    for (ArrayInfo const& array : document.arrays) found.emplace_back(interner.text(array.name), array);
    if (!found.empty()) return found;
    std::vector<Element> run;
    std::size_t first = 0;
    auto const close = [&] {
        if (!run.empty() && is_whole(run)) {
            found.emplace_back(run[0].array, ArrayInfo{Symbol(), run.back().subscripts, VarId(first)});
        }
        run.clear();
    };
    for (std::size_t i = 0; i < document.variables.size(); ++i) {
        Element element = parse_element(interner.text(document.variables[VarId(i)].name));
        if (!run.empty() && element.array != run[0].array) close();
        if (element.subscripts.empty()) continue;
        if (run.empty()) first = i;
        run.push_back(std::move(element));
    }
    close();
    return found;
}

}  // namespace moo
