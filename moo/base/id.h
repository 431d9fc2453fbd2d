// Typed 32-bit handles: an index that cannot be mixed up with an index into another store.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace moo {

// A handle to an item of the store that `Tag` names. Pass and store it by value; a default
// constructed handle refers to nothing. Declare one as `using ExprId = Id<struct ExprTag>;`.
template <class Tag>
class Id {
public:
    constexpr Id() = default;
    constexpr explicit Id(std::uint32_t index) : index_(index) {}
    constexpr explicit Id(std::size_t index) : index_(static_cast<std::uint32_t>(index)) {}

    [[nodiscard]] constexpr std::uint32_t index() const { return index_; }
    [[nodiscard]] constexpr bool has_value() const { return index_ != none_index; }
    constexpr explicit operator bool() const { return has_value(); }

    friend constexpr bool operator==(Id, Id) = default;
    friend constexpr auto operator<=>(Id, Id) = default;

private:
    static constexpr std::uint32_t none_index = 0xffffffffu;
    std::uint32_t index_ = none_index;
};

}  // namespace moo

template <class Tag>
struct std::hash<moo::Id<Tag>> {
    std::size_t operator()(moo::Id<Tag> id) const noexcept { return id.index() * 0x9e3779b97f4a7c15ull; }
};
