// Partial derivatives of the model's equations at the current point.
#include "runtime/fmi/component.h"

namespace moo::runtime::fmi {

Status Component::directional_derivative(References, References, std::span<double const>, std::span<double>) {
    return fail("the model has no symbolic derivatives");
}

Status Component::adjoint_derivative(References, References, std::span<double const>, std::span<double>) {
    return fail("the model has no symbolic derivatives");
}

}  // namespace moo::runtime::fmi
