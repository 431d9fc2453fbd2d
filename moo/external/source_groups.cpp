#include "moo/external/source_groups.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "moo/base/disjoint_sets.h"
#include "moo/external/c_names.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

std::string content_of(fs::path const& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

using MacroBodies = std::unordered_map<std::string_view, std::vector<std::string_view>>;

bool is_static(CNames::Definition const& definition, MacroBodies const& macros) {
    return std::ranges::any_of(definition.before, [&](std::string_view word) {
        auto const macro = macros.find(word);
        bool const hides_it =
            macro != macros.end() && std::ranges::find(macro->second, "static") != macro->second.end();
        return word == "static" || word == "typedef" || hides_it;
    });
}

// Whether other sources can mean this name: it is not for this file, for the compiler, or for every program.
bool is_shared(CNames::Definition const& definition, MacroBodies const& macros) {
    bool const is_attribute = definition.is_old_style && macros.contains(definition.name);
    bool const is_reserved =
        definition.name.starts_with("__") || definition.name == "errno" || definition.name == "main";
    return !is_attribute && !is_reserved && !is_static(definition, macros);
}

// All words that a source mentions, also through macros.
std::unordered_set<std::string_view> mentioned(CNames const& names, MacroBodies const& macros) {
    std::unordered_set<std::string_view> all = names.used;
    std::vector<std::string_view> left(all.begin(), all.end());
    while (!left.empty()) {
        auto const macro = macros.find(left.back());
        left.pop_back();
        if (macro == macros.end()) continue;
        for (std::string_view const word : macro->second) {
            if (all.insert(word).second) left.push_back(word);
        }
    }
    return all;
}

}  // namespace

SourceGroups::SourceGroups(std::vector<fs::path> const& sources, std::vector<fs::path> const& headers)
    : sources_(sources) {
    auto const count = static_cast<std::uint32_t>(sources.size());
    std::vector<std::string> texts;
    for (fs::path const& source : sources) texts.push_back(content_of(source));
    for (fs::path const& header : headers) texts.push_back(content_of(header));
    std::vector<CNames> names;
    MacroBodies macros;
    for (std::string const& text : texts) {
        names.push_back(read_c_names(text));
        for (auto const& [name, body] : names.back().macros) {
            macros[name].insert(macros[name].end(), body.begin(), body.end());
        }
    }
    DisjointSets groups(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        for (CNames::Definition const& definition : names[i].defined) {
            if (!is_shared(definition, macros)) continue;
            auto const [known, is_new] = source_of_.emplace(definition.name, i);
            if (!is_new) groups.join(i, known->second);
        }
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        std::unordered_set<std::string_view> own;
        for (CNames::Definition const& definition : names[i].defined) own.insert(definition.name);
        for (std::string_view const name : mentioned(names[i], macros)) {
            if (own.contains(name)) continue;
            auto const found = source_of_.find(std::string(name));
            if (found != source_of_.end()) groups.join(i, found->second);
        }
    }
    for (std::uint32_t i = 0; i < count; ++i) group_.push_back(groups.find(i));
}

std::vector<fs::path> SourceGroups::sources_for(std::vector<std::string> const& names) const {
    std::vector<fs::path> found;
    auto const name = std::ranges::find_if(names, [&](std::string const& one) { return source_of_.contains(one); });
    if (name == names.end()) return found;
    std::uint32_t const group = group_[source_of_.at(*name)];
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        if (group_[i] == group) found.push_back(sources_[i]);
    }
    return found;
}

}  // namespace moo
