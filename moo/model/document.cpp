#include "moo/model/document.h"

namespace moo {

std::vector<VarId> Document::states() const {
    std::vector<VarId> found;
    for (VarId const variable : variables.ids()) {
        if (role(variable) == Role::state) found.push_back(variable);
    }
    return found;
}

}  // namespace moo
