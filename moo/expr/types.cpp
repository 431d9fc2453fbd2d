#include "moo/expr/types.h"

#include <utility>

namespace moo {

TypeTable::TypeTable() {
    for (TypeKind const kind :
         {TypeKind::unknown, TypeKind::real, TypeKind::integer, TypeKind::boolean, TypeKind::string, TypeKind::clock}) {
        Item item;
        item.kind = kind;
        add(std::move(item));
    }
}

TypeId TypeTable::enumeration(Symbol name, std::span<Symbol const> literals) {
    Item item;
    item.kind = TypeKind::enumeration;
    item.name = name;
    item.literals.assign(literals.begin(), literals.end());
    return add(std::move(item));
}

TypeId TypeTable::record(Symbol name, std::span<RecordField const> fields) {
    Item item;
    item.kind = TypeKind::record;
    item.name = name;
    item.fields.assign(fields.begin(), fields.end());
    return add(std::move(item));
}

TypeId TypeTable::external_object(Symbol name) {
    Item item;
    item.kind = TypeKind::external_object;
    item.name = name;
    return add(std::move(item));
}

TypeId TypeTable::array(TypeId element, std::span<std::int64_t const> dims) {
    if (dims.empty()) return element;
    Item item;
    item.kind = TypeKind::array;
    item.dims.assign(dims.begin(), dims.end());
    if (is_array(element)) {
        auto const inner = this->dims(element);
        item.dims.insert(item.dims.end(), inner.begin(), inner.end());
    }
    item.element = this->element(element);
    return add(std::move(item));
}

TypeId TypeTable::tuple(std::span<TypeId const> members) {
    Item item;
    item.kind = TypeKind::tuple;
    item.members.assign(members.begin(), members.end());
    return add(std::move(item));
}

TypeId TypeTable::element(TypeId type) const {
    Item const& item = items_[type.index()];
    return item.kind == TypeKind::array ? item.element : type;
}

bool TypeTable::has_known_sizes(TypeId type) const {
    for (std::int64_t const size : dims(type)) {
        if (size == unknown_size) return false;
    }
    return true;
}

std::optional<std::size_t> TypeTable::field_index(TypeId record, Symbol name) const {
    auto const all = fields(record);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].name == name) return i;
    }
    return std::nullopt;
}

bool TypeTable::is_numeric(TypeId type) const {
    TypeId const scalar = element(type);
    return scalar == types::real || scalar == types::integer;
}

TypeId TypeTable::with_element(TypeId type, TypeId element) {
    if (!is_array(type)) return element;
    std::vector<std::int64_t> const copy(dims(type).begin(), dims(type).end());
    return array(element, copy);
}

std::size_t TypeTable::memory_bytes() const {
    std::size_t bytes = items_.capacity() * sizeof(Item);
    for (Item const& item : items_) {
        bytes += item.dims.capacity() * sizeof(std::int64_t) + item.literals.capacity() * sizeof(Symbol) +
                 item.fields.capacity() * sizeof(RecordField) + item.members.capacity() * sizeof(TypeId);
    }
    // The map holds a copy of each item as its key.
    return 2 * bytes;
}

void TypeTable::rename(TypeId record, Symbol name) {
    Item& item = items_[record.index()];
    ids_.erase(item);
    item.name = name;
    ids_.emplace(item, record);
}

TypeId TypeTable::add(Item item) {
    auto const found = ids_.find(item);
    if (found != ids_.end()) return found->second;
    TypeId const id(items_.size());
    items_.push_back(item);
    ids_.emplace(std::move(item), id);
    return id;
}

}  // namespace moo
