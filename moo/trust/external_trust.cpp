#include "moo/trust/external_trust.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "moo/trust/describe_external.h"
#include "moo/trust/neighbour_code.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

// `system`, `remove` and their like: the code is that of the C library or the compiler, so who declares them says nothing about what
// they do. If it cannot be found, everything could be in it.
bool is_of_c_library(ExternalCode const& code) {
    Dl_info library{};
    if (::dladdr(reinterpret_cast<void*>(&std::getenv), &library) == 0 || library.dli_fname == nullptr) return true;
    void* const handle = ::dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) return true;
    // Names with two underscores belong to compilers: `__builtin_execlp`.
    bool const is_known = std::ranges::any_of(symbols_of(code), [&](std::string const& symbol) {
        return symbol.starts_with("__") || ::dlsym(handle, symbol.c_str()) != nullptr;
    });
    ::dlclose(handle);
    return is_known;
}

ExternalTrust::Decision refusal(ExternalCode const& code, std::string reason) {
    ExternalTrust::Decision decision;
    decision.refusal = std::move(reason);
    decision.details = describe_external(code);
    decision.details.emplace_back("`--allow-external` allows it, if you trust the model");
    return decision;
}

}  // namespace

ExternalTrust ExternalTrust::everything() {
    ExternalTrust trust;
    trust.allows_all_ = true;
    return trust;
}

ExternalTrust ExternalTrust::nothing(std::string reason) {
    ExternalTrust trust;
    trust.forbidden_by_ = std::move(reason);
    return trust;
}

ExternalTrust::ExternalTrust(Places const& places, bool allows_all) : allows_all_(allows_all) {
    declarations_.emplace(places.library_folders);
    std::error_code error;
    for (fs::path const& file : places.model_files) {
        model_folders_.push_back(fs::absolute(file, error).lexically_normal().parent_path());
    }
}

ExternalTrust::Decision ExternalTrust::decide(ExternalCode const& code) {
    Decision decision;
    if (!forbidden_by_.empty()) {
        decision.refusal = forbidden_by_;
        return decision;
    }
    std::optional<ExternalCode> known = declarations_ ? declarations_->find(code) : std::nullopt;
    if (!known) known = neighbour_code(code, model_folders_);
    bool const is_trusted = known && !is_of_c_library(code);
    if (is_trusted || allows_all_) {
        decision.code = PermittedCode(known ? *std::move(known) : code);
        return decision;
    }
    if (known) return refusal(code, "`" + code.function + "` is a function of the C library, which can do anything");
    return refusal(code,
                   "its C code belongs neither to a library on the library path nor to the folder of a model "
                   "file that you named");
}

}  // namespace moo
