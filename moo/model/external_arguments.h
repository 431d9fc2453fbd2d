// Helps the implementations of external functions to read their arguments.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "moo/base/interner.h"
#include "moo/model/interpret_function.h"

namespace moo {

// The arguments of one call and its result. A wrong argument makes the call fail, and reads as zero or empty.
class ExternalArguments {
public:
    ExternalArguments(Interner& interner, std::span<Value const> arguments) : interner_(interner), values_(arguments) {
        result_.arguments.resize(arguments.size());
    }

    [[nodiscard]] std::size_t size() const { return values_.size(); }
    [[nodiscard]] Value const& operator[](std::size_t i) const { return values_[i]; }

    std::string_view string(std::size_t i) {
        if (i < values_.size() && values_[i].kind() == ValueKind::string) return interner_.text(values_[i].as_string());
        fail("an argument is not a String");
        return {};
    }
    // An Integer or Boolean.
    std::int64_t integer(std::size_t i) {
        bool const good =
            i < values_.size() && (values_[i].kind() == ValueKind::integer || values_[i].kind() == ValueKind::boolean);
        if (good) return values_[i].as_integer();
        fail("an argument is not an Integer");
        return 0;
    }
    double real(std::size_t i) {
        if (i < values_.size() && values_[i].is_number()) return values_[i].as_real();
        fail("an argument is not a Real");
        return 0;
    }

    [[nodiscard]] Interner& interner() { return interner_; }
    void give(Value value) { result_.value = std::move(value); }
    void give_string(std::string_view text) { give(Value::string(interner_.intern(text))); }
    void set(std::size_t i, Value value) {
        if (i < result_.arguments.size()) result_.arguments[i] = std::move(value);
    }
    void set_string(std::size_t i, std::string_view text) { set(i, Value::string(interner_.intern(text))); }
    void fail(std::string message) {
        if (result_.error.empty()) result_.error = std::move(message);
    }
    [[nodiscard]] bool failed() const { return !result_.error.empty(); }
    [[nodiscard]] ExternalResult take() { return std::move(result_); }

private:
    Interner& interner_;
    std::span<Value const> values_;
    ExternalResult result_;
};

// Each returns false if it does not know the function.
bool call_string_function(std::string_view name, ExternalArguments& arguments);
bool call_file_function(std::string_view name, ExternalArguments& arguments);
bool call_random_function(std::string_view name, ExternalArguments& arguments);
bool call_matrix_function(std::string_view name, ExternalArguments& arguments);

}  // namespace moo
