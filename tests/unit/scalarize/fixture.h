// Scalarizes small models and shows what comes out.
#pragma once

#include <string>

#include "moo/io/base_modelica/read.h"
#include "moo/io/base_modelica/write.h"
#include "moo/scalarize/scalarize.h"

namespace moo::test {

struct Scalarized {
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;
    FlatModel model;
    bool is_good = false;
    std::string text;  // all of it, in the dialect without places

    explicit Scalarized(std::string const& source, ScalarizeLimits const& limits = {}) {
        model = read_base_modelica(sources.add("test", source), sources, interner, diagnostics);
        if (diagnostics.has_errors()) return;
        is_good = scalarize(model, interner, diagnostics, limits);
        if (is_good) text = write_base_modelica(model, interner, sources, {BaseModelicaProfile::omc});
    }

    // The lines between two others, without indentation, quotes and the semicolons at the end.
    [[nodiscard]] std::string section(std::string const& from, std::string const& to) const {
        std::size_t const start = text.rfind("\n" + from);
        if (start == std::string::npos) return "no " + from + "\n" + messages();
        std::size_t const begin = text.find('\n', start + 1) + 1;
        std::size_t const end = text.find("\n" + to, begin - 1);
        std::string result;
        bool at_start = true;
        for (char const c : text.substr(begin, end + 1 - begin)) {
            if (c == '\'' || (at_start && c == ' ')) continue;
            at_start = c == '\n';
            if (at_start && result.ends_with(';')) result.pop_back();
            result += c;
        }
        return result;
    }
    [[nodiscard]] std::string variables() const { return section("  model ", "  "); }
    [[nodiscard]] std::string equations() const { return section("  equation", "  end"); }
    [[nodiscard]] std::string algorithm() const { return section("  algorithm", "  end"); }
    [[nodiscard]] std::string messages() const { return render_text(diagnostics, sources); }
};

// The equations of `model M <declarations> equation <equations> end M;`.
inline std::string equations_of(std::string const& declarations, std::string const& equations,
                                std::string const& beside = "") {
    return Scalarized("package M\n" + beside + "model M\n" + declarations + "\nequation\n" + equations +
                      "\nend M;\nend M;\n")
        .equations();
}

inline std::string algorithm_of(std::string const& declarations, std::string const& statements,
                                std::string const& beside = "") {
    return Scalarized("package M\n" + beside + "model M\n" + declarations + "\nalgorithm\n" + statements +
                      "\nend M;\nend M;\n")
        .algorithm();
}

}  // namespace moo::test
