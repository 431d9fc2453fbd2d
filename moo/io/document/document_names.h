// The meaning of names while a document is read: variables, types and functions.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "moo/base/interner.h"
#include "moo/base/text_writer.h"
#include "moo/model/document.h"

namespace moo {

class DocumentNames {
public:
    explicit DocumentNames(Interner& interner) : interner_(interner) {}

    // False if the name is already used for another item of the same kind.
    bool add_variable(Symbol name, VarId variable);
    bool add_type(Symbol name, TypeId type) { return types_.try_emplace(name, type).second; }
    // By its position among the functions of the document.
    bool add_function(Symbol name, std::size_t index) { return functions_.try_emplace(name, index).second; }

    [[nodiscard]] VarId variable(Symbol name) const {
        return name && name.index() < variables_.size() ? variables_[name.index()] : VarId();
    }
    [[nodiscard]] std::optional<std::size_t> function(Symbol name) const;
    // Also the enumerations of the language.
    [[nodiscard]] std::optional<TypeId> type(Symbol name, TypeTable& types) const;
    // By its name without quotes; also the types of the language.
    [[nodiscard]] std::optional<TypeId> type_named(std::string_view name, TypeTable& types) const;
    // `Real`, `'A.B'[3, :]`, as files before MOO 1.0 write types.
    [[nodiscard]] std::optional<TypeId> parse_type(std::string_view text, TypeTable& types) const;

    [[nodiscard]] Interner& interner() const { return interner_; }

private:
    Interner& interner_;
    // Indexed by symbol: a hash table would cost a cache miss for each name of a large model.
    std::vector<VarId> variables_;
    std::unordered_map<Symbol, TypeId> types_;
    std::unordered_map<Symbol, std::size_t> functions_;
};

// The name of a type that is no array, without quotes.
[[nodiscard]] std::string_view type_name(TypeTable const& types, TypeId type, Interner const& interner);

// Whether a text can be an identifier in quotes, which is what every name of a document must be: printable ASCII
// characters, and the control characters that have an escape.
[[nodiscard]] bool can_be_name(std::string_view text);

}  // namespace moo
