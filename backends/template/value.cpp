#include "backends/template/value.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "moo/base/text_writer.h"

namespace moo::tmpl {

namespace {

using nlohmann::json;

std::uint32_t depth_of(ValueList const& items) {
    std::uint32_t deepest = 0;
    for (Value const& item : items) deepest = std::max(deepest, item.depth());
    return deepest + 1;
}

std::uint32_t depth_of(ValueDict const& members) {
    std::uint32_t deepest = 0;
    for (auto const& [name, value] : members) deepest = std::max(deepest, value.depth());
    return deepest + 1;
}

std::string number_text(Value const& value) {
    TextWriter out;
    value.kind() == ValueKind::integer ? out.write_integer(value.integer()) : out.write_real(value.number());
    return out.take();
}

std::string json_string(std::string const& text) {
    return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

// Writes with a stack of its own, because data may be nested deeply.
class JsonWriter {
public:
    explicit JsonWriter(std::size_t indentation) : indentation_(indentation) {}

    std::string run(Value const& root) {
        write(root);
        while (!open_.empty()) {
            Open& open = open_.back();
            std::size_t const index = open.next++;
            if (index == open.value.size()) {
                bool const is_list = open.value.is_list();
                open_.pop_back();
                if (index > 0) new_line();
                out_ += is_list ? ']' : '}';
                continue;
            }
            if (index > 0) out_ += indentation_ > 0 ? "," : ", ";
            new_line();
            if (open.value.is_list()) {
                write(open.value.item(index));
            } else {
                std::string const& key = open.keys[index];
                out_ += json_string(key) + ": ";
                write(open.value.member(key));
            }
        }
        return std::move(out_);
    }

private:
    struct Open {
        Value value;
        std::vector<std::string> keys;
        std::size_t next = 0;
    };

    void new_line() {
        if (indentation_ > 0) out_ += "\n" + std::string(open_.size() * indentation_, ' ');
    }

    void write(Value const& value) {
        switch (value.kind()) {
            case ValueKind::boolean: out_ += value.boolean() ? "true" : "false"; return;
            case ValueKind::integer:
            case ValueKind::real: out_ += number_text(value); return;
            case ValueKind::string: out_ += json_string(value.string()); return;
            case ValueKind::list:
                out_ += '[';
                open_.push_back({value, {}});
                return;
            case ValueKind::dict:
                out_ += '{';
                open_.push_back({value, value.keys()});
                return;
            case ValueKind::undefined:
            case ValueKind::none:
            case ValueKind::macro:
            case ValueKind::space: out_ += "null"; return;
        }
    }

    std::size_t indentation_;
    std::string out_;
    std::vector<Open> open_;
};

}  // namespace

Value::Value(ValueList items) {
    std::uint32_t const depth = depth_of(items);
    data_ = std::make_shared<Built<ValueList> const>(Built<ValueList>{std::move(items), depth});
}

Value::Value(ValueDict members) {
    std::uint32_t const depth = depth_of(members);
    data_ = std::make_shared<Built<ValueDict> const>(Built<ValueDict>{std::move(members), depth});
}

Value Value::of(nlohmann::json const& data) {
    if (data.is_null()) return nullptr;
    if (data.is_boolean()) return data.get<bool>();
    if (data.is_string()) return data.get<std::string>();
    bool const is_too_large = data.is_number_unsigned() &&
                              data.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    if (data.is_number_integer() && !is_too_large) return data.get<std::int64_t>();
    if (data.is_number()) return data.get<double>();
    Value value;
    value.data_ = &data;
    return value;
}

ValueKind Value::kind() const {
    if (nlohmann::json const* const data = json()) return data->is_array() ? ValueKind::list : ValueKind::dict;
    static constexpr ValueKind kinds[] = {ValueKind::undefined, ValueKind::none, ValueKind::boolean,
                                          ValueKind::integer,   ValueKind::real, ValueKind::string,
                                          ValueKind::list,      ValueKind::dict, ValueKind::list,
                                          ValueKind::macro,     ValueKind::space};
    static_assert(std::size(kinds) == std::variant_size_v<decltype(data_)>);
    return kinds[data_.index()];
}

std::string_view Value::description() const {
    switch (kind()) {
        case ValueKind::undefined: return "undefined";
        case ValueKind::none: return "none";
        case ValueKind::boolean: return "a boolean";
        case ValueKind::integer: return "an integer";
        case ValueKind::real: return "a real number";
        case ValueKind::string: return "a string";
        case ValueKind::list: return "a list";
        case ValueKind::dict: return "a dictionary";
        case ValueKind::macro: return "a macro";
        case ValueKind::space: return space().is_module ? "an imported template" : "a namespace";
    }
    return {};
}

double Value::number() const {
    return kind() == ValueKind::integer ? static_cast<double>(integer()) : std::get<double>(data_);
}

nlohmann::json const* Value::json() const {
    auto const* const data = std::get_if<nlohmann::json const*>(&data_);
    return data == nullptr ? nullptr : *data;
}

std::size_t Value::size() const {
    if (nlohmann::json const* const data = json()) return data->size();
    if (is_string()) return characters(string()).size();
    if (is_list()) return std::get<List>(data_)->content.size();
    return std::get<Dict>(data_)->content.size();
}

Value Value::item(std::size_t index) const {
    if (nlohmann::json const* const data = json()) return of((*data)[index]);
    return std::get<List>(data_)->content[index];
}

Value Value::member(std::string_view name) const {
    if (nlohmann::json const* const data = json()) {
        auto const found = data->find(name);
        return found == data->end() ? Value() : of(*found);
    }
    ValueDict const& members = std::get<Dict>(data_)->content;
    auto const found = members.find(name);
    return found == members.end() ? Value() : found->second;
}

std::vector<std::string> Value::keys() const {
    std::vector<std::string> names;
    if (nlohmann::json const* const data = json()) {
        for (auto const& [name, value] : data->items()) names.push_back(name);
    } else {
        for (auto const& [name, value] : std::get<Dict>(data_)->content) names.push_back(name);
    }
    return names;
}

bool Value::is_true() const {
    switch (kind()) {
        case ValueKind::undefined:
        case ValueKind::none: return false;
        case ValueKind::boolean: return boolean();
        case ValueKind::integer:
        case ValueKind::real: return number() != 0;
        case ValueKind::string: return !string().empty();
        case ValueKind::list:
        case ValueKind::dict: return size() > 0;
        case ValueKind::macro:
        case ValueKind::space: return true;
    }
    return true;
}

std::uint32_t Value::depth() const {
    if (auto const* const list = std::get_if<List>(&data_)) return (*list)->depth;
    if (auto const* const dict = std::get_if<Dict>(&data_)) return (*dict)->depth;
    return 0;
}

bool equal(Value const& left, Value const& right) {
    std::vector<std::pair<Value, Value>> pairs = {{left, right}};
    while (!pairs.empty()) {
        auto const [a, b] = std::move(pairs.back());
        pairs.pop_back();
        if (a.is_number() && b.is_number()) {
            bool const are_integers = a.kind() == ValueKind::integer && b.kind() == ValueKind::integer;
            if (are_integers ? a.integer() != b.integer() : a.number() != b.number()) return false;
            continue;
        }
        if (a.kind() != b.kind()) return false;
        if (a.kind() == ValueKind::boolean && a.boolean() != b.boolean()) return false;
        if (a.is_string() && a.string() != b.string()) return false;
        if (a.kind() == ValueKind::macro && &a.macro() != &b.macro()) return false;
        if (a.kind() == ValueKind::space && &a.space() != &b.space()) return false;
        if (a.json() != nullptr && a.json() == b.json()) continue;
        if (a.is_list() || a.is_dict()) {
            if (a.size() != b.size()) return false;
            if (a.is_list()) {
                for (std::size_t i = 0; i < a.size(); ++i) pairs.emplace_back(a.item(i), b.item(i));
                continue;
            }
            for (std::string const& key : a.keys()) pairs.emplace_back(a.member(key), b.member(key));
        }
    }
    return true;
}

std::string to_json(Value const& value, std::size_t indentation) { return JsonWriter(indentation).run(value); }

std::string to_text(Value const& value) { return value.is_string() ? value.string() : to_json(value); }

std::vector<std::string_view> characters(std::string_view text) {
    std::vector<std::string_view> found;
    for (std::size_t at = 0; at < text.size();) {
        auto const first = static_cast<unsigned char>(text[at]);
        std::size_t length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        for (std::size_t i = 1; i < length; ++i) {
            bool const follows = at + i < text.size() && (static_cast<unsigned char>(text[at + i]) & 0xc0) == 0x80;
            if (!follows) length = 1;
        }
        found.push_back(text.substr(at, length));
        at += length;
    }
    return found;
}

}  // namespace moo::tmpl
