// Values that a user gives to parameters and start values, on the command line or in a file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/model.h"

namespace moo::runtime {

enum class SettingKind { parameter, start };

// The setting as it was given.
struct Setting {
    SettingKind kind = SettingKind::parameter;
    std::string name;
    std::string value;
};

// Its meaning for an instance.
struct Assignment {
    std::uint32_t slot = 0;
    double value = 0.0;
    SettingKind kind = SettingKind::parameter;
};

struct SettingResult {
    Assignment assignment;
    std::string error;  // empty: fine
};

// `name=value`; no name if there is no `=`.
[[nodiscard]] Setting split_setting(SettingKind kind, std::string_view text);

// Finds the slot, and reads the value by the variable's type.
[[nodiscard]] SettingResult resolve_setting(MooModel const& model, Setting const& setting);

// Lines `name = value` or `start name = value`; blank lines, and everything after a `#`, are ignored. Names with blanks
// or `=` in them, `'my part'.x`, may be written as they are in the model.
struct SettingsFile {
    std::vector<Setting> settings;
    std::string error;  // with the file and line; empty: fine
};
[[nodiscard]] SettingsFile read_settings_file(std::string const& path);
[[nodiscard]] SettingsFile parse_settings(std::string const& path, std::string_view text);

// `; did you mean `x`?`, or nothing.
[[nodiscard]] std::string suggestion(std::string_view nearest);

}  // namespace moo::runtime
