// The types of expressions: predefined scalars, enumerations, records, arrays, tuples.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "moo/base/interner.h"
#include "moo/expr/ids.h"

namespace moo {

enum class TypeKind : std::uint8_t {
    unknown,  // not (yet) known: what a call returns before its function is looked up, `:`
    real,
    integer,
    boolean,
    string,
    clock,
    enumeration,
    record,
    external_object,
    array,
    tuple,
};

// The types with which every table begins.
namespace types {
inline constexpr TypeId unknown{0u};
inline constexpr TypeId real{1u};
inline constexpr TypeId integer{2u};
inline constexpr TypeId boolean{3u};
inline constexpr TypeId string{4u};
inline constexpr TypeId clock{5u};
}  // namespace types

struct RecordField {
    Symbol name;
    TypeId type;
    friend auto operator<=>(RecordField const&, RecordField const&) = default;
};

// Equal types have equal ids.
class TypeTable {
public:
    // The size of a dimension that is not known before the model is evaluated.
    static constexpr std::int64_t unknown_size = -1;

    TypeTable();

    TypeId enumeration(Symbol name, std::span<Symbol const> literals);
    TypeId record(Symbol name, std::span<RecordField const> fields);
    TypeId external_object(Symbol name);
    // Gives a record type a new name, which no other type with these fields may have.
    void rename(TypeId record, Symbol name);
    // An array of arrays is one array; no dimensions give the element type itself.
    TypeId array(TypeId element, std::span<std::int64_t const> dims);
    TypeId tuple(std::span<TypeId const> members);

    [[nodiscard]] std::size_t size() const { return items_.size(); }
    [[nodiscard]] TypeKind kind(TypeId type) const { return items_[type.index()].kind; }
    // Of an enumeration, record or external object.
    [[nodiscard]] Symbol name(TypeId type) const { return items_[type.index()].name; }
    [[nodiscard]] std::span<Symbol const> literals(TypeId type) const { return items_[type.index()].literals; }
    [[nodiscard]] std::span<RecordField const> fields(TypeId type) const { return items_[type.index()].fields; }
    [[nodiscard]] std::span<TypeId const> members(TypeId type) const { return items_[type.index()].members; }
    // The type without its dimensions; of a scalar the type itself.
    [[nodiscard]] TypeId element(TypeId type) const;
    // Empty for a scalar.
    [[nodiscard]] std::span<std::int64_t const> dims(TypeId type) const { return items_[type.index()].dims; }
    [[nodiscard]] std::size_t rank(TypeId type) const { return dims(type).size(); }
    [[nodiscard]] bool is_array(TypeId type) const { return kind(type) == TypeKind::array; }
    // Whether no dimension is `unknown_size`; true for a scalar.
    [[nodiscard]] bool has_known_sizes(TypeId type) const;
    // Real or Integer, or an array of them.
    [[nodiscard]] bool is_numeric(TypeId type) const;
    // The type with another element type and the same dimensions.
    TypeId with_element(TypeId type, TypeId element);
    // The place of a field in a record type; none if it has no such field.
    [[nodiscard]] std::optional<std::size_t> field_index(TypeId record, Symbol name) const;
    [[nodiscard]] std::size_t memory_bytes() const;

private:
    struct Item {
        TypeKind kind = TypeKind::unknown;
        Symbol name;
        TypeId element;
        std::vector<std::int64_t> dims;
        std::vector<Symbol> literals;
        std::vector<RecordField> fields;
        std::vector<TypeId> members;
        friend auto operator<=>(Item const&, Item const&) = default;
    };
    TypeId add(Item item);

    std::vector<Item> items_;
    std::map<Item, TypeId> ids_;
};

}  // namespace moo
