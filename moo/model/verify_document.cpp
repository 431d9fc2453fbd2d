#include "moo/model/verify_document.h"

namespace moo {

namespace {

constexpr Message<int> never_active{DiagnosticKind::MooIncomplete,
                                    "no condition in w activates the instant equation riEq[{}]"};
constexpr Message<int> no_relation{DiagnosticKind::MooIncomplete,
                                   "zero crossing {} does not name the relation that it belongs to"};

}  // namespace

bool verify_document(Document const& document, Diagnostics& diagnostics) {
    auto const& equations = document.reinitialization.equations;
    std::vector<bool> is_activated(equations.size());
    for (WhenCondition const& when : document.when_conditions) {
        for (std::uint32_t const equation : when.equations) is_activated[equation] = true;
    }
    bool good = true;
    for (std::size_t i = 0; i < equations.size(); ++i) {
        if (equations[i].form != EquationForm::instant || is_activated[i]) continue;
        diagnostics.error(equations[i].source, never_active, static_cast<int>(i + 1));
        good = false;
    }
    for (std::size_t i = 0; i < document.zero_crossings.size(); ++i) {
        if (document.zero_crossings[i].relation) continue;
        diagnostics.error({}, no_relation, static_cast<int>(i + 1));
        good = false;
    }
    return good;
}

}  // namespace moo
