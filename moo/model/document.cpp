#include "moo/model/document.h"

namespace moo {

std::string_view form_name(EquationForm form) {
    switch (form) {
        case EquationForm::assignment: return "ass";
        case EquationForm::residual: return "res";
        case EquationForm::instant: return "inst";
    }
    return "";
}

std::vector<VarId> Document::states() const {
    std::vector<VarId> found;
    for (VarId const variable : variables.ids()) {
        if (roles[variable] == Role::state) found.push_back(variable);
    }
    return found;
}

}  // namespace moo
