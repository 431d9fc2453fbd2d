// One row of a JSON file, or a few, in an arena.
#pragma once

#include <string>
#include <vector>

#include "moo/io/document/row_tree.h"

namespace moo {

class JsonTree : public ApplyTree {
public:
    JsonTree(SourceManager const& sources, FileId file) : sources_(sources), file_(file) {}

    // ---- building, in the order of the file ----
    enum class Kind : std::uint8_t { null, boolean, integer, real, string, list, object };
    struct Node {
        Kind kind = Kind::null;
        bool boolean = false;
        std::uint32_t offset = 0;  // of the end of the text before it
        std::uint32_t key = 0;     // begin and length of the name in its object
        std::uint32_t key_size = 0;
        std::uint32_t first = 0;  // the first child, or the begin of the text
        std::uint32_t size = 0;   // the number of children, or the length of the text
        std::uint32_t next = 0;   // the next child of the same parent
        union {
            std::int64_t integer = 0;
            double real;
        };
    };

    std::uint32_t add(Node const& node) {
        nodes_.push_back(node);
        return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    std::uint32_t add_text(std::string_view text) {
        texts_.append(text);
        return static_cast<std::uint32_t>(texts_.size() - text.size());
    }
    [[nodiscard]] Node& node(std::uint32_t index) { return nodes_[index]; }
    // Marks the present end; everything added later can be removed again.
    void keep() {
        kept_nodes_ = nodes_.size();
        kept_texts_ = texts_.size();
    }
    void forget() {
        nodes_.resize(kept_nodes_);
        texts_.resize(kept_texts_);
    }
    [[nodiscard]] static Item item(std::uint32_t index) { return {index, 1}; }

    // ---- RowTree ----
    [[nodiscard]] bool is_object(Item item, std::string_view) const override { return of(item).kind == Kind::object; }
    [[nodiscard]] Item find(Item object, std::string_view name) const override;
    void fields(Item object, std::vector<RowField>& list) const override;
    bool elements(Item list, std::string_view, std::vector<Item>& items) const override;
    bool integers(Item list, std::vector<std::int64_t>& numbers) const override;
    bool sizes(Item list, std::vector<std::int64_t>& sizes) const override;
    [[nodiscard]] bool is_nothing(Item item) const override { return of(item).kind == Kind::null; }
    [[nodiscard]] std::optional<bool> boolean(Item item) const override;
    [[nodiscard]] std::optional<std::int64_t> integer(Item item) const override;
    [[nodiscard]] std::optional<double> real(Item item) const override;
    [[nodiscard]] std::optional<std::string_view> text(Item item) const override;
    [[nodiscard]] Symbol variable_name(Item item) const override;
    [[nodiscard]] SourceSpan place(Item item) const override;

    void set_interner(Interner& interner) { interner_ = &interner; }

protected:
    void take_apart(Item item, ExpressionBuilder& builder, ExpressionHead& head) const override;

private:
    [[nodiscard]] Node const& of(Item item) const { return nodes_[item.handle]; }
    [[nodiscard]] std::string_view text_of(Node const& node) const {
        return std::string_view(texts_).substr(node.first, node.size);
    }
    void take_list_apart(Node const& list, ExpressionBuilder& builder, ExpressionHead& head) const;
    [[nodiscard]] Symbol symbol_at(std::uint32_t index) const;

    SourceManager const& sources_;
    FileId file_;
    Interner* interner_ = nullptr;
    std::vector<Node> nodes_;
    std::string texts_;
    std::size_t kept_nodes_ = 0;
    std::size_t kept_texts_ = 0;
};

}  // namespace moo
