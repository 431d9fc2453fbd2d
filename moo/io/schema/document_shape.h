// The structure of a MOO document as data: the description in describe_document.h, for schemas, slices and pages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "moo/model/describe_document.h"

namespace moo {

enum class ValueShape : std::uint8_t {
    boolean,
    integer,
    index,  // a number from 1 on: a place in another table
    real,
    text,
    name,         // a text that can be an identifier
    enumeration,  // one of `names`
    expression,
    target,    // a variable, or der, pre or previous of one
    variable,  // its name
    type,
    place,
    row,
};

struct FieldShape {
    std::string_view name;
    ValueShape value = ValueShape::text;
    bool is_list = false;
    bool is_required = false;  // lists never are: an empty list is left out
    NameList names;
    std::size_t row = 0;      // index into the rows of the document
    std::int64_t lowest = 0;  // of an integer
    bool has_lowest = false;
};

struct RowShape {
    std::string_view name;  // as an element of a list
    std::string key;        // its own name: `function`, and `function.variables` for the rows of that field
    std::vector<FieldShape> fields;
};

struct DocumentShape {
    std::vector<FieldShape> sections;  // in the order of the files
    std::vector<RowShape> rows;
};

[[nodiscard]] DocumentShape document_shape();

}  // namespace moo
