// Versions of libraries: their order, and the annotations about them (Modelica 3.6, section 18.8).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "moo/base/interner.h"
#include "moo/syntax/ast.h"

namespace moo {

// `uses(Modelica(version = "4.1.0"))`
struct UsedLibrary {
    Symbol name;
    std::string version;
    SourceSpan span;
};

struct VersionAnnotations {
    std::string version;  // empty if there is none
    // Users of these versions can take this one: without changes, or after a conversion.
    std::vector<std::string> none_from;
    std::vector<std::string> converts_from;
    std::vector<UsedLibrary> uses;

    // Whether this library fulfils a request for the version `wanted`. A library without a version fulfils every
    // request.
    [[nodiscard]] bool covers(std::string_view wanted) const;
};

[[nodiscard]] VersionAnnotations read_version_annotations(ast::Ast const& ast, Interner const& interner,
                                                          ast::ClassId id);

// Package managers add the build to the version (`4.1.0+build.3`); it makes no difference here.
[[nodiscard]] bool same_version(std::string_view a, std::string_view b);
// Main releases by number, each after its pre-releases (`3.1 Beta 1`); versions that do not start with a number come
// first (section 18.8.1).
[[nodiscard]] bool version_less(std::string_view a, std::string_view b);

}  // namespace moo
