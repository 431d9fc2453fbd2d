#include "backends/tool/mosim_settings.h"

#include <optional>

#include "moo/program/lower_tables.h"
#include "runtime/simulate/settings.h"
#include "runtime/tool/option_table.h"

namespace moo {

namespace {

// The value after `option` at `at`, as `--set x=1` or `--set=x=1`, and the number of arguments that it takes.
struct Found {
    std::string value;
    std::size_t count;
};

std::optional<Found> value_at(std::vector<std::string> const& arguments, std::size_t at, std::string const& option) {
    if (arguments[at] == option && at + 1 < arguments.size()) return Found{arguments[at + 1], 2};
    if (arguments[at].starts_with(option + "=")) return Found{arguments[at].substr(option.size() + 1), 1};
    return std::nullopt;
}

// The expression for the translation; empty if the simulator can take the setting, or has to refuse it.
std::string text_for_translation(Document const& document, Interner const& interner, runtime::Setting const& setting) {
    bool is_prefix = false;
    for (VarId const id : document.variables.ids()) {
        std::string_view const name = interner.text(document.variables[id].name);
        if (!name.starts_with(setting.name)) continue;
        std::string_view const rest = name.substr(setting.name.size());
        if (rest.empty()) {
            if (tunability_of(document, id) != Tunability::evaluated) return {};
            bool const is_text = document.exprs.types().kind(document.variables[id].type) == TypeKind::string;
            bool const is_quoted = setting.value.starts_with('"');
            return setting.name + "=" + (is_text && !is_quoted ? "\"" + setting.value + "\"" : setting.value);
        }
        bool const is_part = rest.front() == '[' || rest.front() == '.';
        if (is_part && document.variables[id].is_parameter()) is_prefix = true;
    }
    return is_prefix ? setting.name + "=" + setting.value : std::string();
}

}  // namespace

std::vector<std::string> take_settings_of_translation(Document const& document, Interner const& interner,
                                                      std::vector<std::string>& arguments) {
    std::vector<std::string> taken;
    std::vector<std::string> rest;
    for (std::size_t i = 0; i < arguments.size();) {
        std::optional<Found> const found = value_at(arguments, i, "--set");
        std::string text;
        if (found) {
            runtime::Setting const setting = runtime::split_setting(runtime::SettingKind::parameter, found->value);
            if (!setting.name.empty()) text = text_for_translation(document, interner, setting);
        }
        std::size_t const end = i + (found ? found->count : 1);
        if (text.empty()) {
            for (std::size_t k = i; k < end; ++k) rest.push_back(std::move(arguments[k]));
        } else {
            taken.push_back(std::move(text));
        }
        i = end;
    }
    arguments = std::move(rest);
    return taken;
}

std::vector<std::string> expand_parameter_files(std::vector<std::string>& arguments) {
    std::vector<std::string> names;
    std::vector<std::string> result;
    for (std::size_t i = 0; i < arguments.size();) {
        std::optional<Found> const found = value_at(arguments, i, "--parameters");
        std::size_t const end = i + (found ? found->count : 1);
        if (found) names.push_back(found->value);
        runtime::SettingsFile const file = found ? runtime::read_settings_file(found->value) : runtime::SettingsFile{};
        if (!found || !file.error.empty()) {
            for (std::size_t k = i; k < end; ++k) result.push_back(std::move(arguments[k]));
        }
        for (runtime::Setting const& setting : file.settings) {
            result.push_back(setting.kind == runtime::SettingKind::start ? "--start" : "--set");
            result.push_back(setting.name + "=" + setting.value);
        }
        i = end;
    }
    arguments = std::move(result);
    return names;
}

std::vector<std::string> output_files(std::vector<std::string> const& arguments) {
    std::vector<std::string> names;
    for (runtime::OptionInfo const& option : runtime::option_table()) {
        if (option.value != "FILE" || option.id == runtime::OptionId::parameters) continue;
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            auto found = value_at(arguments, i, std::string(option.name));
            if (!found && !option.short_name.empty()) found = value_at(arguments, i, std::string(option.short_name));
            if (found) names.push_back(found->value);
        }
    }
    return names;
}

}  // namespace moo
