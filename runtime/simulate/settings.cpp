#include "runtime/simulate/settings.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

#include "runtime/abi/values.h"
#include "runtime/simulate/variable_names.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

char const* type_text(MooType type) {
    switch (type) {
        case MOO_REAL: return "a Real";
        case MOO_INTEGER: return "an Integer";
        case MOO_BOOLEAN: return "a Boolean";
        case MOO_STRING: return "a String";
        case MOO_OBJECT: return "an external object, which cannot be set";
        case MOO_ENUMERATION: return "an enumeration (give the position of its literal, from 1)";
    }
    return "";
}

char const* fixed_text(MooTunability tunability) {
    switch (tunability) {
        case MOO_FIXED: return "it is a constant";
        case MOO_TUNABLE: return "";
        case MOO_EVALUATED:
            return "its value was used when the model was translated, for sizes, conditions of components or the like; "
                   "`mosim MODEL.mo --set` and `moflat --set` translate the model with another value";
        case MOO_FINAL: return "it is final, so its declaration or a modifier around it decides";
        case MOO_COMPUTED: return "the equations of the initialization determine it";
    }
    return "";
}

std::optional<double> parse_value(MooType type, std::string const& text) {
    switch (type) {
        case MOO_BOOLEAN:
            if (text == "true" || text == "1") return 1.0;
            if (text == "false" || text == "0") return 0.0;
            return std::nullopt;
        case MOO_STRING: return moo_text(text.c_str());
        case MOO_OBJECT: return std::nullopt;
        case MOO_REAL:
        case MOO_INTEGER:
        case MOO_ENUMERATION: break;
    }
    std::optional<double> const value = parse_number(text);
    if (!value || !std::isfinite(*value)) return std::nullopt;
    if (type != MOO_REAL && *value != std::floor(*value)) return std::nullopt;
    return value;
}

// Why a variable cannot take this kind of setting; empty: it can.
std::string refusal(MooVariable const& variable, SettingKind kind) {
    std::string const name = "`" + std::string(variable.name) + "`";
    bool const parameter = variable.role == MOO_PARAMETER || variable.role == MOO_CONSTANT;
    switch (kind) {
        case SettingKind::parameter:
            if (!parameter && variable.role != MOO_INPUT) {
                return name + " is not a parameter; `--start " + variable.name + "=…` gives its start value";
            }
            if (variable.role == MOO_INPUT || variable.tunability == MOO_TUNABLE) return {};
            return name + " cannot be set: " + fixed_text(variable.tunability);
        case SettingKind::start:
            if (parameter) return name + " has no start value; `--set` gives parameters";
            if (variable.role == MOO_DERIVATIVE) return name + " has no start value; that of its state determines it";
            return {};
    }
    return {};
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    std::size_t const begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

// The position of `what` outside of quotation marks of either kind.
std::size_t find_unquoted(std::string_view text, char what) {
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        char const c = text[i];
        if (quote != '\0') {
            if (c == '\\') {
                ++i;
            } else if (c == quote) {
                quote = '\0';
            }
        } else if (c == what) {
            return i;
        } else if (c == '"' || c == '\'') {
            quote = c;
        }
    }
    return std::string_view::npos;
}

// A value may be in quotation marks, in which a backslash escapes the next character.
std::string unquoted(std::string_view text) {
    if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::string(text);
    std::string result;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        if (text[i] == '\\' && i + 2 < text.size()) ++i;
        result += text[i];
    }
    return result;
}

}  // namespace

std::string suggestion(std::string_view nearest) {
    return nearest.empty() ? std::string() : "; did you mean `" + std::string(nearest) + "`?";
}

Setting split_setting(SettingKind kind, std::string_view text) {
    std::size_t const equals = find_unquoted(text, '=');
    if (equals == std::string_view::npos) return {kind, {}, std::string(text)};
    return {kind, std::string(trimmed(text.substr(0, equals))), std::string(trimmed(text.substr(equals + 1)))};
}

SettingResult resolve_setting(MooModel const& model, Setting const& setting) {
    SettingResult result;
    std::optional<std::uint32_t> const slot = find_variable(model, setting.name);
    if (!slot) {
        result.error =
            "the model has no variable `" + setting.name + "`" + suggestion(nearest_name(model, setting.name));
        return result;
    }
    MooVariable const& given = model.variables[*slot];
    MooVariable const& variable = given.alias_of != 0 ? model.variables[given.alias_of - 1] : given;
    result.error = refusal(variable, setting.kind);
    if (!result.error.empty()) return result;
    std::optional<double> const value = parse_value(variable.type, setting.value);
    if (!value) {
        result.error = "`" + setting.value + "` is not a value for `" + setting.name + "`, " + type_text(variable.type);
        return result;
    }
    result.assignment = {*slot, *value, setting.kind};
    return result;
}

SettingsFile read_settings_file(std::string const& path) {
    std::ifstream file(path);
    std::ostringstream text;
    if (file && file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
    // A folder can be opened, but not read.
    if (file.bad() || !file.is_open()) return {{}, "cannot read `" + path + "`: " + std::strerror(errno)};
    return parse_settings(path, text.view());
}

SettingsFile parse_settings(std::string const& path, std::string_view all) {
    SettingsFile result;
    std::size_t number = 0;
    while (!all.empty()) {
        std::string_view const line = all.substr(0, all.find('\n'));
        all.remove_prefix(std::min(line.size() + 1, all.size()));
        ++number;
        std::string_view text = trimmed(line.substr(0, find_unquoted(line, '#')));
        if (text.empty()) continue;
        SettingKind kind = SettingKind::parameter;
        if (text.starts_with("start ") || text.starts_with("start\t")) {
            // A parameter named `start` is followed directly by its `=`.
            std::string_view const rest = trimmed(text.substr(6));
            if (!rest.starts_with('=')) {
                kind = SettingKind::start;
                text = rest;
            }
        }
        Setting setting = split_setting(kind, text);
        if (setting.name.empty() || setting.value.empty()) {
            result.error =
                path + ":" + std::to_string(number) + ": expected `name = value`, not `" + std::string(text) + "`";
            return result;
        }
        setting.value = unquoted(setting.value);
        result.settings.push_back(std::move(setting));
    }
    return result;
}

}  // namespace moo::runtime
