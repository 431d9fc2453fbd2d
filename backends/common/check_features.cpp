#include "backends/common/check_features.h"

#include <algorithm>

#include "moo/check/requirements.h"

namespace moo {

namespace {

constexpr Message<std::string_view, std::string_view, std::string_view> unsupported{
    DiagnosticKind::UnsupportedConstruct, "{} cannot do what the model needs: `{}`, {}"};

}  // namespace

bool check_features(Document const& document, std::string_view back_end,
                    std::initializer_list<std::string_view> supported, Diagnostics& diagnostics) {
    bool is_fine = true;
    for (Feature const& feature : all_features()) {
        bool const is_needed = std::ranges::find(document.requirements, feature.name) != document.requirements.end();
        if (!is_needed || std::ranges::find(supported, feature.name) != supported.end()) continue;
        diagnostics.error({}, unsupported, back_end, feature.name, feature.meaning);
        is_fine = false;
    }
    return is_fine;
}

}  // namespace moo
