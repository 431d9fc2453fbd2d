#include "moo/external/unit_symbols.h"

#include <map>
#include <set>
#include <sstream>

#include "moo/base/child_process.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

// A symbol by the letter of POSIX for its kind. Small letters are local, but for a unique global one; a weak reference
// may stay open.
void take_symbol(std::string const& name, char kind, UnitSymbols& symbols) {
    bool const is_global = (kind >= 'A' && kind <= 'Z') || kind == 'u';
    if (kind == 'U') {
        symbols.needed.push_back(name);
    } else if (is_global) {
        symbols.defined.push_back(name);
    }
}

}  // namespace

std::string read_symbols(std::vector<fs::path> const& objects, std::vector<UnitSymbols>& symbols) {
    symbols.assign(objects.size(), {});
    for (std::size_t i = 0; i < objects.size(); ++i) {
        ChildResult const result = run_child({{"nm", "-P", objects[i].string()}, {}, false}, {60.0, 0});
        if (result.ending != ChildEnding::exited || result.code != 0) return "the program `nm` does not run";
        std::istringstream lines(result.output);
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string name;
            char kind = 0;
            if (words >> name >> kind) take_symbol(name, kind, symbols[i]);
        }
    }
    return {};
}

std::vector<std::size_t> needed_units(std::vector<UnitSymbols> const& units, std::vector<UnitSymbols> const& given) {
    std::map<std::string, std::size_t> unit_of;
    for (std::size_t i = 0; i < units.size(); ++i) {
        for (std::string const& name : units[i].defined) unit_of.emplace(name, i);
    }
    std::set<std::string> defined;
    std::vector<std::string> left;
    auto const take = [&](UnitSymbols const& symbols) {
        defined.insert(symbols.defined.begin(), symbols.defined.end());
        left.insert(left.end(), symbols.needed.begin(), symbols.needed.end());
    };
    for (UnitSymbols const& symbols : given) take(symbols);
    std::set<std::size_t> taken;
    while (!left.empty()) {
        std::string const name = std::move(left.back());
        left.pop_back();
        if (defined.contains(name)) continue;
        auto const found = unit_of.find(name);
        if (found != unit_of.end() && taken.insert(found->second).second) take(units[found->second]);
    }
    return {taken.begin(), taken.end()};
}

}  // namespace moo
