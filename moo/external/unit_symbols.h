// Which symbols compiled sources define and need, and which of them belong together.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace moo {

struct UnitSymbols {
    std::vector<std::string> defined;
    std::vector<std::string> needed;
};

// The symbols of each object, found with the program `nm`. Returns an error text, empty if all went well.
[[nodiscard]] std::string read_symbols(std::vector<std::filesystem::path> const& objects,
                                       std::vector<UnitSymbols>& symbols);

// Selects units as linkers select members of an archive: the first unit that defines a needed symbol, then the units
// that it needs. Returns the numbers of the units in ascending order. `given` are units that are included anyway.
[[nodiscard]] std::vector<std::size_t> needed_units(std::vector<UnitSymbols> const& units,
                                                    std::vector<UnitSymbols> const& given);

}  // namespace moo
