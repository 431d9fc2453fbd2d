// Messages about classes and components that several files of the front end emit.
#pragma once

#include <string_view>

#include "moo/base/diagnostics.h"

namespace moo::class_messages {

inline constexpr Message<std::string_view> declared_twice{DiagnosticKind::DuplicateName, "`{}` is declared twice"};
inline constexpr Message<std::string_view> is_final{DiagnosticKind::FinalModified,
                                                    "`{}` is final, but it is modified here"};
inline constexpr Message<std::string_view> not_replaceable{DiagnosticKind::NotReplaceable,
                                                           "`{}` is redeclared, but it is not replaceable"};
inline constexpr Message<std::string_view> class_as_component{
    DiagnosticKind::NotSubtype, "`{}` is a class; it cannot be redeclared as a component"};
inline constexpr Message<std::string_view> component_as_class{
    DiagnosticKind::NotSubtype, "`{}` is a component; it cannot be redeclared as a class"};
inline constexpr Message<std::string_view, std::string_view> no_inner{DiagnosticKind::InnerMissing,
                                                                      "`outer {}` has no `inner {}` above it"};
inline constexpr Message<std::string_view, std::string_view> is_hidden{DiagnosticKind::ProtectedAccess,
                                                                       "`{}` is protected in `{}`"};
inline constexpr Message<std::string_view, std::string_view> needs_constant{
    DiagnosticKind::VariabilityMismatch, "`{}` belongs to the enclosing class `{}`, but is not a constant there"};
inline constexpr Message<std::string_view> too_deep{
    DiagnosticKind::ModelTooLarge, "`{}` needs another declaration, which needs another, and so on, too many times"};
inline constexpr Message<> misplaced_break{DiagnosticKind::UnexpectedToken, "`break` is used outside of a loop"};

}  // namespace moo::class_messages
