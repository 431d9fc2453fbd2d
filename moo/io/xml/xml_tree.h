// One row of an XML file, as pugixml sees it.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <vector>

#include "moo/io/document/row_tree.h"

namespace moo {

class XmlTree : public ApplyTree {
public:
    XmlTree(SourceManager const& sources, FileId file, Interner& interner)
        : sources_(sources), file_(file), interner_(interner) {}

    // Parses an element that begins at `offset` of the file. False if it is not XML; then `error` and `error_offset`
    // say more.
    bool parse(std::string_view element, std::size_t offset);
    [[nodiscard]] std::string const& error() const { return error_; }
    [[nodiscard]] std::size_t error_offset() const { return error_offset_; }

    [[nodiscard]] Item root() const;
    [[nodiscard]] std::string_view root_name() const { return document_.document_element().name(); }

    // ---- RowTree ----
    [[nodiscard]] bool is_object(Item item, std::string_view row) const override;
    [[nodiscard]] Item find(Item object, std::string_view name) const override;
    void fields(Item object, std::vector<RowField>& list) const override;
    bool elements(Item list, std::string_view row, std::vector<Item>& items) const override;
    bool integers(Item list, std::vector<std::int64_t>& numbers) const override;
    bool reals(Item list, std::vector<double>& numbers) const override;
    bool sizes(Item list, std::vector<std::int64_t>& sizes) const override;
    [[nodiscard]] bool is_nothing(Item item) const override;
    [[nodiscard]] std::optional<bool> boolean(Item item) const override;
    [[nodiscard]] std::optional<std::int64_t> integer(Item item) const override;
    [[nodiscard]] std::optional<double> real(Item item) const override;
    [[nodiscard]] std::optional<std::string_view> text(Item item) const override;
    [[nodiscard]] Symbol variable_name(Item item) const override;
    [[nodiscard]] SourceSpan place(Item item) const override;

protected:
    void take_apart(Item item, ExpressionBuilder& builder, ExpressionHead& head) const override;

private:
    // An element of a list, the value of an attribute, a child that is a field.
    enum Tag : std::uint32_t { element_tag = 1, attribute_tag = 2, field_tag = 3 };
    [[nodiscard]] static pugi::xml_node node_of(Item item);
    [[nodiscard]] static Item item_of(pugi::xml_node node, Tag tag);
    [[nodiscard]] static Item item_of(pugi::xml_attribute attribute);
    // The text of an attribute, or of the attribute `value` of an element.
    [[nodiscard]] std::string_view raw(Item item) const;
    [[nodiscard]] Symbol attribute_symbol(pugi::xml_node node, char const* name) const;
    // The type that the attributes `type` and `sizes` of an operation state. False if they are wrong.
    bool take_type(pugi::xml_node node, ExpressionBuilder& builder, ExpressionHead& head) const;
    void take_reduction_apart(pugi::xml_node node, ExpressionBuilder& builder, ExpressionHead& head) const;

    SourceManager const& sources_;
    FileId file_;
    Interner& interner_;
    pugi::xml_document document_;
    std::vector<char> buffer_;
    std::size_t offset_ = 0;
    mutable std::string text_buffer_;
    std::string error_;
    std::size_t error_offset_ = 0;
};

}  // namespace moo
