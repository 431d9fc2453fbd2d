#include "backends/show/difference.h"

#include <algorithm>
#include <array>

namespace moo {

namespace {

struct SectionKind {
    std::string_view prefix;  // of a line of `compare_documents`
    std::string_view what;
};
constexpr std::array section_kinds = {
    SectionKind{"variables[", "variable"},
    SectionKind{"aliases", "variable"},
    SectionKind{"recovered", "variable"},
    SectionKind{"evaluated", "variable"},
    SectionKind{"arrays", "variable"},
    SectionKind{"iEq[", "equation"},
    SectionKind{"Eq[", "equation"},
    SectionKind{"riEq[", "equation"},
    SectionKind{"dropped", "equation"},
    SectionKind{"partitions", "equation"},
    SectionKind{"z", "event"},
    SectionKind{"w", "event"},
    SectionKind{"c[", "event"},
    SectionKind{"samplings", "event"},
    SectionKind{"assert", "event"},
    SectionKind{"actions", "event"},
    SectionKind{"delays", "event"},
    SectionKind{"clocks", "event"},
    SectionKind{"name:", "model"},
    SectionKind{"description:", "model"},
    SectionKind{"requires:", "model"},
    SectionKind{"experiment", "model"},
};

}  // namespace

std::string_view change_name(ChangeKind change) {
    switch (change) {
        case ChangeKind::added: return "added";
        case ChangeKind::removed: return "removed";
        case ChangeKind::changed: return "changed";
    }
    return {};
}

Differences describe_differences(ComparedDocument const& before, ComparedDocument const& after) {
    Differences differences{before.name, {}};
    for (std::string& line : compare_documents(before, after)) {
        Difference difference;
        difference.what = "other";
        for (SectionKind const& kind : section_kinds) {
            if (!line.starts_with(kind.prefix)) continue;
            difference.what = kind.what;
            break;
        }
        if (line.ends_with(": only in " + after.name)) difference.change = ChangeKind::added;
        if (line.ends_with(": only in " + before.name)) difference.change = ChangeKind::removed;
        // `variables[2] h: …`
        std::size_t const bracket = line.find("] ");
        std::size_t const colon = line.find(": ", bracket == std::string::npos ? 0 : bracket);
        if (bracket != std::string::npos && bracket < colon) {
            difference.name = line.substr(bracket + 2, colon == std::string::npos ? colon : colon - bracket - 2);
        }
        difference.text = std::move(line);
        differences.list.push_back(std::move(difference));
    }
    return differences;
}

std::string differences_text(Differences const& differences) {
    std::string text;
    for (Difference const& difference : differences.list) {
        constexpr std::array signs = {"+ ", "- ", "  "};
        text += signs[static_cast<std::size_t>(difference.change)] + difference.text + "\n";
    }
    return text.empty() ? "no differences\n" : text;
}

}  // namespace moo
