// The picture of the model and its outside connectors.
#include <unordered_set>

#include "moo/check/verification.h"

namespace moo {

void verify_icon(Verification& verification) {
    Document const& document = verification.document;
    if (std::string const mistake = find_mistake(document.icon); !mistake.empty()) {
        verification.report("icon: " + mistake);
    }
    std::unordered_set<Symbol> names;
    for (std::size_t i = 0; i < document.connectors.size(); ++i) {
        OutsideConnector const& connector = document.connectors[i];
        std::string const where = row_text("connectors", i);
        if (!names.insert(connector.name).second) verification.report(where + ": another one has the same name");
        if (std::string const mistake = find_mistake(connector); !mistake.empty()) {
            verification.report(where + ": " + mistake);
        }
    }
}

}  // namespace moo
