#include "moo/external/foreign_function.h"

#include <ffi.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <deque>
#include <utility>

#include "moo/external/modelica_utilities.h"

namespace moo {

// Types of libffi. Those of structures point into lists that must stay.
class FfiTypes {
public:
    ffi_type* of(CType const& type) {
        switch (type.kind) {
            case CKind::none: return &ffi_type_void;
            case CKind::real: return &ffi_type_double;
            case CKind::integer: return &ffi_type_sint;
            case CKind::size: return sizeof(std::size_t) == 8 ? &ffi_type_uint64 : &ffi_type_uint32;
            case CKind::pointer: return &ffi_type_pointer;
            case CKind::structure: break;
        }
        std::vector<ffi_type*>& members = member_lists_.emplace_back();
        for (CType const& member : type.members) members.push_back(of(member));
        members.push_back(nullptr);
        ffi_type& made = structures_.emplace_back();
        made.size = 0;
        made.alignment = 0;
        made.type = FFI_TYPE_STRUCT;
        made.elements = members.data();
        return &made;
    }

private:
    std::deque<std::vector<ffi_type*>> member_lists_;
    std::deque<ffi_type> structures_;
};

namespace {

struct PlainCall {
    ffi_cif* description;
    void (*function)();
    void* result;
    void** arguments;
};

void run(void* data) {
    auto const& call = *static_cast<PlainCall const*>(data);
    ffi_call(call.description, call.function, call.result, call.arguments);
}

}  // namespace

struct ForeignFunction::Prepared {
    ForeignSignature signature;
    void (*function)() = nullptr;
    FfiTypes types;
    std::vector<ffi_type*> argument_types;
    ffi_cif description{};
};

ForeignFunction::ForeignFunction(void* address, ForeignSignature signature) : prepared_(std::make_unique<Prepared>()) {
    Prepared& p = *prepared_;
    p.signature = std::move(signature);
    // POSIX lets a pointer from dlsym be one to a function.
    static_assert(sizeof p.function == sizeof address);
    std::memcpy(&p.function, &address, sizeof address);
    for (CKind const kind : p.signature.arguments) p.argument_types.push_back(p.types.of({kind, {}}));
    [[maybe_unused]] ffi_status const status =
        ffi_prep_cif(&p.description, FFI_DEFAULT_ABI, static_cast<unsigned>(p.argument_types.size()),
                     p.types.of(p.signature.result), p.argument_types.data());
    assert(status == FFI_OK);
}

ForeignFunction::~ForeignFunction() = default;
ForeignFunction::ForeignFunction(ForeignFunction&&) noexcept = default;
ForeignFunction& ForeignFunction::operator=(ForeignFunction&&) noexcept = default;

ForeignSignature const& ForeignFunction::signature() const { return prepared_->signature; }

std::optional<std::string> ForeignFunction::call(void* result, std::span<void* const> arguments) const {
    assert(arguments.size() == prepared_->argument_types.size());
    std::vector<void*> values(arguments.begin(), arguments.end());
    std::size_t const size = size_of(prepared_->signature.result);
    // libffi widens small results to a word.
    std::vector<ffi_arg> memory(size / sizeof(ffi_arg) + 1);
    PlainCall call{&prepared_->description, prepared_->function, memory.data(), values.data()};
    auto error = call_guarded(run, &call);
    if (!error && size > 0) std::memcpy(result, memory.data(), size);
    return error;
}

}  // namespace moo
