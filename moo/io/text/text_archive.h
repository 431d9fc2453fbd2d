// Fields of a row as the arguments of a call: `variable = x, target = y, negated = true`.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <span>

#include "moo/expr/print.h"
#include "moo/io/document/write_context.h"

namespace moo {

class TextArchive {
public:
    // `before` is written before the first field; fields whose names are in `skipped` are written elsewhere.
    TextArchive(TextWriter& out, WriteContext const& context, NameSource const& names, std::string_view before,
                std::span<std::string_view const> skipped = {})
        : out_(out), context_(context), names_(names), separator_(before), skipped_(skipped) {}

    [[nodiscard]] bool is_empty() const { return is_empty_; }
    void skip(std::span<std::string_view const> fields) { skipped_ = fields; }

    template <class T>
    void name(std::string_view field_name, T const& value) {
        required(field_name, value);
    }
    template <class T>
    void required(std::string_view field_name, T const& value) {
        if constexpr (is_list<T>) {
            if (value.empty()) return;
        }
        if (!key(field_name)) return;
        write(value);
    }
    template <class T>
    void field(std::string_view field_name, T const& value) {
        if (!is_default(context_, value)) required(field_name, value);
    }
    void index(std::string_view field_name, std::uint32_t value, IndexOf) { required(field_name, value + 1); }
    void indices(std::string_view field_name, std::vector<std::uint32_t> const& values, IndexOf) {
        if (values.empty() || !key(field_name)) return;
        list(values, [this](std::uint32_t value) { out_.write_integer(value + 1); });
    }
    // Sets have lines of their own.
    void set(std::string_view, EquationSet const&) {}
    void enter_loop(Symbol, ExprId) {}
    void leave_loop(Symbol) {}

    // One value.
    template <class T>
    void write(T const& value) {
        if constexpr (std::same_as<T, bool>) {
            out_.write(value ? "true" : "false");
        } else if constexpr (std::integral<T>) {
            out_.write_integer(static_cast<std::int64_t>(value));
        } else if constexpr (std::same_as<T, double>) {
            out_.write_real(value);
        } else if constexpr (std::same_as<T, std::string> || std::same_as<T, std::string_view>) {
            print_string_literal(out_, value);
        } else if constexpr (std::same_as<T, Symbol>) {
            print_string_literal(out_, value ? context_.interner.text(value) : std::string_view());
        } else if constexpr (std::is_enum_v<T>) {
            print_string_literal(out_, name_of_value(value));
        } else if constexpr (std::same_as<T, ExprId>) {
            print(out_, context_.document.exprs, value, names_);
        } else if constexpr (std::same_as<T, VarId>) {
            names_.write_variable(out_, value);
        } else if constexpr (std::same_as<T, TypeId>) {
            // Declarations contain the types.
        } else if constexpr (std::same_as<T, SourceSpan>) {
            out_.write('"');
            context_.files.write_place(out_, value);
            out_.write('"');
        } else if constexpr (is_list<T>) {
            list(value, [this](auto const& item) { this->write(item); });
        } else if constexpr (requires { value.has_value(); }) {
            write(*value);
        } else {
            out_.write(row_name<T>);
            out_.write('(');
            TextArchive fields(out_, context_, names_, "");
            describe(fields, value);
            out_.write(')');
        }
    }

private:
    bool key(std::string_view field_name) {
        if (std::find(skipped_.begin(), skipped_.end(), field_name) != skipped_.end()) return false;
        out_.write(separator_);
        separator_ = ", ";
        is_empty_ = false;
        out_.write(field_name);
        out_.write(" = ");
        return true;
    }

    template <class List, class WriteItem>
    void list(List const& items, WriteItem write_item) {
        char const* separator = "{";
        for (auto const& item : items) {
            out_.write(separator);
            separator = ", ";
            write_item(item);
        }
        out_.write('}');
    }

    TextWriter& out_;
    WriteContext const& context_;
    NameSource const& names_;
    std::string_view separator_;
    std::span<std::string_view const> skipped_;
    bool is_empty_ = true;
};

}  // namespace moo
