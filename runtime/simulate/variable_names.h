// Finds variables from the text that the user types.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/model.h"

namespace moo::runtime {

// `*` stands for any characters, `?` for one; brackets have no special meaning, because names contain them.
[[nodiscard]] bool matches_pattern(std::string_view pattern, std::string_view name);

// The variables that match some pattern, each once: in the order of the patterns, and then of the model.
[[nodiscard]] std::vector<std::uint32_t> matching_slots(MooModel const& model,
                                                        std::vector<std::string> const& patterns);

[[nodiscard]] std::optional<std::uint32_t> find_variable(MooModel const& model, std::string_view name);

// The candidate that needs the fewest edits, if they are few enough for it to be what the user meant; otherwise empty.
[[nodiscard]] std::string_view nearest_word(std::vector<std::string_view> const& candidates, std::string_view word);
[[nodiscard]] std::string_view nearest_name(MooModel const& model, std::string_view name);

}  // namespace moo::runtime
