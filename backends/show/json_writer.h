// Writes JSON from left to right. Fields without a value are left out.
#pragma once

#include <concepts>
#include <span>
#include <string_view>
#include <vector>

#include "moo/base/text_writer.h"

namespace moo {

class JsonWriter {
public:
    void begin_object() { open('{'); }
    void end_object() { close('}'); }
    void begin_list() { open('['); }
    void end_list() { close(']'); }

    // The name of the field whose value comes next.
    void key(std::string_view name);

    void text(std::string_view value);
    void integer(std::int64_t value);
    // `null` if it is not finite, because JSON has no such numbers.
    void real(double value);
    void truth(bool value);
    void null();
    // JSON that is complete already.
    void raw(std::string_view json);

    // ---- fields that are left out if they are empty, 0 or false ----

    void text_field(std::string_view name, std::string_view value);
    void truth_field(std::string_view name, bool value);
    template <std::integral Number>
    void number_field(std::string_view name, Number value) {
        if (value != 0) always(name, static_cast<std::int64_t>(value));
    }
    template <std::integral Number>
    void list_field(std::string_view name, std::vector<Number> const& values) {
        if (!values.empty()) list(name, values);
    }
    // `write` writes one item.
    template <class Items, class Write>
    void items_field(std::string_view name, Items const& items, Write write) {
        if (std::empty(items)) return;
        key(name);
        begin_list();
        for (auto const& item : items) write(item);
        end_list();
    }

    // ---- fields that are always there ----

    void always(std::string_view name, std::int64_t value) {
        key(name);
        integer(value);
    }
    void always(std::string_view name, std::string_view value) {
        key(name);
        text(value);
    }
    template <std::integral Number>
    void list(std::string_view name, std::vector<Number> const& values) {
        key(name);
        begin_list();
        for (Number const value : values) integer(static_cast<std::int64_t>(value));
        end_list();
    }

    [[nodiscard]] std::size_t size() const { return out_.text().size(); }
    [[nodiscard]] std::string take() { return out_.take(); }

private:
    void open(char bracket);
    void close(char bracket);
    void separate();

    TextWriter out_;
    bool needs_comma_ = false;
};

}  // namespace moo
