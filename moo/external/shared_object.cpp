#include "moo/external/shared_object.h"

#include <dlfcn.h>
#include <link.h>

namespace moo {

SharedObject SharedObject::load(std::filesystem::path const& path, Visibility visibility, std::string& error) {
    SharedObject object;
    int const scope = visibility == Visibility::for_later_objects ? RTLD_GLOBAL : RTLD_LOCAL;
    object.handle_ = ::dlopen(path.c_str(), RTLD_NOW | scope | RTLD_NODELETE);
    if (object.handle_ == nullptr) {
        char const* const text = ::dlerror();
        error = text != nullptr ? text : "cannot load " + path.string();
    }
    return object;
}

SharedObject SharedObject::program() {
    SharedObject object;
    object.handle_ = ::dlopen(nullptr, RTLD_NOW);
    return object;
}

void* SharedObject::find(std::string const& symbol) const {
    return handle_ != nullptr ? ::dlsym(handle_, symbol.c_str()) : nullptr;
}

std::filesystem::path SharedObject::path() const {
    link_map* map = nullptr;
    if (handle_ == nullptr || ::dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr) return {};
    return map->l_name;
}

}  // namespace moo
