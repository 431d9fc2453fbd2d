// The messages of an FMU for its importer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "runtime/abi/fmu.h"

namespace moo::runtime::fmi {

// The same numbers in both versions of the standard.
enum class Status : int { ok = 0, warning = 1, discard = 2, error = 3 };

enum class Category : std::uint8_t { warning, discard, error, events, information };

#define MOO_FMU_CATEGORY_NAME(name, description) name,
inline constexpr std::array category_names{MOO_FMU_LOG_CATEGORIES(MOO_FMU_CATEGORY_NAME)};
#undef MOO_FMU_CATEGORY_NAME

class Log {
public:
    using Callback = std::function<void(Status, char const* category, std::string const& text)>;

    Log(Callback callback, bool is_on) : callback_(std::move(callback)) { on_.fill(is_on); }

    // Switches all categories.
    void switch_all(bool on) { on_.fill(on); }
    void switch_on(Category category) { on_[static_cast<std::size_t>(category)] = true; }
    [[nodiscard]] bool switch_category(std::string_view name, bool on);
    [[nodiscard]] bool is_on(Category category) const { return on_[static_cast<std::size_t>(category)]; }

    void tell(Status status, Category category, std::string_view text) const;

private:
    Callback callback_;
    std::array<bool, category_names.size()> on_{};
};

// In messages of FMI a `#` begins a reference to a variable unless it is doubled.
[[nodiscard]] std::string escaped_message(std::string_view text);

}  // namespace moo::runtime::fmi
