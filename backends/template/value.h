// Values of the template language: JSON data, values that templates build from it, macros and namespaces.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace moo::tmpl {

class Value;
struct Macro;
using ValueList = std::vector<Value>;
using ValueDict = std::map<std::string, Value, std::less<>>;

// The result of `namespace(…)` and `import`: names that are looked up when they are used.
struct Namespace {
    ValueDict members;
    bool is_module = false;  // made by import; its members cannot be changed
};

enum class ValueKind : std::uint8_t {
    undefined,  // a name or member that does not exist; only `is defined` and `default` may see it
    none,
    boolean,
    integer,
    real,
    string,
    list,
    dict,
    macro,
    space,  // a Namespace
};

// Cheap to copy: large parts are shared. Lists and dictionaries of the data are not copied, because an expression may
// be nested deeper than a copy could recurse; the data has to outlive the values.
class Value {
public:
    Value() = default;
    Value(std::nullptr_t) : data_(nullptr) {}
    Value(bool value) : data_(value) {}
    Value(std::int64_t value) : data_(value) {}
    Value(double value) : data_(value) {}
    Value(std::string value) : data_(std::make_shared<std::string const>(std::move(value))) {}
    Value(ValueList items);
    Value(ValueDict members);
    Value(std::shared_ptr<Macro const> macro) : data_(std::move(macro)) {}
    Value(std::shared_ptr<Namespace> space) : data_(std::move(space)) {}
    Value(void const*) = delete;
    [[nodiscard]] static Value of(nlohmann::json const& data);

    [[nodiscard]] ValueKind kind() const;
    [[nodiscard]] bool is_undefined() const { return kind() == ValueKind::undefined; }
    [[nodiscard]] bool is_string() const { return kind() == ValueKind::string; }
    [[nodiscard]] bool is_number() const { return kind() == ValueKind::integer || kind() == ValueKind::real; }
    [[nodiscard]] bool is_list() const { return kind() == ValueKind::list; }
    [[nodiscard]] bool is_dict() const { return kind() == ValueKind::dict; }
    // Something that a list, a dictionary or a namespace can contain.
    [[nodiscard]] bool is_data() const { return kind() != ValueKind::macro && kind() != ValueKind::space; }
    // `a list`, for messages.
    [[nodiscard]] std::string_view description() const;

    // Each of these is for the kind of value that it names.
    [[nodiscard]] bool boolean() const { return std::get<bool>(data_); }
    [[nodiscard]] std::int64_t integer() const { return std::get<std::int64_t>(data_); }
    [[nodiscard]] double number() const;
    [[nodiscard]] std::string const& string() const& { return *std::get<std::shared_ptr<std::string const>>(data_); }
    [[nodiscard]] std::string string() && { return *std::get<std::shared_ptr<std::string const>>(data_); }
    [[nodiscard]] Macro const& macro() const { return *std::get<std::shared_ptr<Macro const>>(data_); }
    [[nodiscard]] Namespace& space() const { return *std::get<std::shared_ptr<Namespace>>(data_); }

    // Number of items, members or characters; `item` is for lists, the others are for dictionaries.
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] Value item(std::size_t index) const;
    [[nodiscard]] Value member(std::string_view name) const;  // undefined if there is none
    [[nodiscard]] std::vector<std::string> keys() const;

    [[nodiscard]] bool is_true() const;
    // Levels of lists and dictionaries that a template has built around data.
    [[nodiscard]] std::uint32_t depth() const;
    // The data behind a list or dictionary that no template has built, or nothing.
    [[nodiscard]] nlohmann::json const* json() const;

private:
    template <class Content>
    struct Built {
        Content content;
        std::uint32_t depth;
    };
    using List = std::shared_ptr<Built<ValueList> const>;
    using Dict = std::shared_ptr<Built<ValueDict> const>;
    std::variant<std::monostate, std::nullptr_t, bool, std::int64_t, double, std::shared_ptr<std::string const>, List,
                 Dict, nlohmann::json const*, std::shared_ptr<Macro const>, std::shared_ptr<Namespace>>
        data_;
};

[[nodiscard]] bool equal(Value const& a, Value const& b);
// As JSON, on one line or with that many spaces a level.
[[nodiscard]] std::string to_json(Value const& value, std::size_t indentation = 0);
// As `{{ value }}` writes it: a string as it is, everything else as JSON.
[[nodiscard]] std::string to_text(Value const& value);
// The characters of UTF-8 text; a byte that is not part of a character counts as one.
[[nodiscard]] std::vector<std::string_view> characters(std::string_view text);

}  // namespace moo::tmpl
