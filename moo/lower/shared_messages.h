// Messages that several files of this folder emit.
#pragma once

#include <string_view>

#include "moo/base/diagnostics.h"

namespace moo::lower_messages {

inline constexpr Message<std::string_view> not_supported_yet{DiagnosticKind::UnsupportedConstruct,
                                                             "{} are not supported yet"};
inline constexpr Message<std::string_view> duplicate_name{DiagnosticKind::DuplicateName, "`{}` is declared twice"};

// Arguments of functions and built-in operators.
inline constexpr Message<std::string_view, std::string_view, std::size_t> wrong_arguments{
    DiagnosticKind::WrongArguments, "`{}` takes {}, not {}"};
inline constexpr Message<std::string_view, std::string_view> unknown_input{DiagnosticKind::WrongArguments,
                                                                           "`{}` has no input `{}`"};
inline constexpr Message<std::string_view, std::string_view> input_twice{DiagnosticKind::WrongArguments,
                                                                         "input `{}` of `{}` is given twice"};
inline constexpr Message<std::string_view, std::string_view> input_missing{DiagnosticKind::WrongArguments,
                                                                           "input `{}` of `{}` is not given"};
inline constexpr Message<std::string_view> needs_variable{DiagnosticKind::WrongArguments,
                                                          "`{}` is applied to something that is not a variable"};

}  // namespace moo::lower_messages
