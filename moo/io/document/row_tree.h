// One row of a MOO file as a tree, whatever its syntax.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "moo/base/source.h"
#include "moo/io/document/build_expression.h"

namespace moo {

// A node of a RowTree; only the tree knows what the numbers mean.
struct Item {
    std::uintptr_t handle = 0;
    std::uint32_t tag = 0;
    [[nodiscard]] bool has_value() const { return tag != 0; }
};

// A field of an object.
struct RowField {
    std::string_view name;
    Item value;
    bool is_taken = false;
};

// One node of an expression, decomposed: either a finished value, or something to apply to operands.
struct ExpressionHead {
    enum class Form : std::uint8_t {
        failed,
        value,
        apply,
        builtin,
        call,
        record,
        field,
        output,
        reduction,
        remembered
    };
    Form form = Form::failed;  // `failed` after the builder knows why
    ExprId value;
    ExprKind kind{};
    Builtin builtin{};
    Reduction reduction{};
    RememberedKind remembered{};
    std::int64_t number = 0;        // of an output, or the row of a remembered value
    Symbol name;                    // of a function, record or field
    std::vector<Item> operands;     // of a reduction: its body, then the ranges
    std::vector<Symbol> iterators;  // of a reduction
    TypeId type;                    // that it has according to the file; none if the file does not say
};

// The interface that the reader of each encoding implements. Functions that return values return none if the item is
// something else.
class RowTree {
public:
    virtual ~RowTree() = default;

    // Whether it can be a `row`, as far as the encoding says so.
    [[nodiscard]] virtual bool is_object(Item item, std::string_view row) const = 0;
    // The field of that name in an object; none if there is none.
    [[nodiscard]] virtual Item find(Item object, std::string_view name) const = 0;
    // Appends all fields, in the order of the file.
    virtual void fields(Item object, std::vector<RowField>& list) const = 0;
    // False if the item is not a list of `row`s; without a name, a list of anything.
    virtual bool elements(Item list, std::string_view row, std::vector<Item>& items) const = 0;
    virtual bool integers(Item list, std::vector<std::int64_t>& numbers) const = 0;
    virtual bool reals(Item list, std::vector<double>& numbers) const;
    // The sizes of an array; `TypeTable::unknown_size` where the file leaves one open.
    virtual bool sizes(Item list, std::vector<std::int64_t>& sizes) const;
    // Whether an element of a list is a placeholder for nothing.
    [[nodiscard]] virtual bool is_nothing(Item item) const = 0;

    [[nodiscard]] virtual std::optional<bool> boolean(Item item) const = 0;
    [[nodiscard]] virtual std::optional<std::int64_t> integer(Item item) const = 0;
    [[nodiscard]] virtual std::optional<double> real(Item item) const = 0;
    // Valid until the next question.
    [[nodiscard]] virtual std::optional<std::string_view> text(Item item) const = 0;
    // The name in a reference to a variable; also none if no variable has that name.
    [[nodiscard]] virtual Symbol variable_name(Item item) const = 0;
    // None after the builder was told the reason.
    [[nodiscard]] virtual ExprId expression(Item item, ExpressionBuilder& builder) = 0;
    // The place of the mistake in an expression, after there was one.
    [[nodiscard]] virtual SourceSpan error_place() const = 0;
    [[nodiscard]] virtual SourceSpan place(Item item) const = 0;
};

// A type: its name, or an object with `element` and `sizes`.
[[nodiscard]] std::optional<TypeId> read_type(RowTree const& tree, Item item, DocumentNames const& names,
                                              TypeTable& types);

// A tree whose expressions are decomposed node by node.
class ApplyTree : public RowTree {
public:
    [[nodiscard]] ExprId expression(Item item, ExpressionBuilder& builder) final;
    [[nodiscard]] SourceSpan error_place() const final { return place(wrong_); }

protected:
    virtual void take_apart(Item item, ExpressionBuilder& builder, ExpressionHead& head) const = 0;

private:
    struct Frame {
        Item item;
        ExpressionHead head;
        std::size_t done = 0;
        std::size_t first_value = 0;
    };
    void push(Item item, ExpressionBuilder& builder);
    ExprId finish(Frame& frame, ExpressionBuilder& builder);

    std::vector<Frame> frames_;
    std::size_t used_ = 0;  // frames are kept to reuse their memory
    std::vector<ExprId> values_;
    Item wrong_;
};

// Deeper than any of our writers goes: they split expressions at `deepest_written` levels where they can.
inline constexpr std::size_t deepest_read = 10'000;

}  // namespace moo
