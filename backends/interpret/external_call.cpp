#include "backends/interpret/external_call.h"

#include <cstring>
#include <deque>
#include <string>

#include "moo/external/load_external.h"
#include "moo/external/modelica_utilities.h"
#include "moo/external/redirect_output.h"

namespace moo {

namespace {

// One loader for the whole process, since C functions are global.
ExternalLoader& loader() {
    static ExternalLoader one;
    return one;
}

CType scalar_c_type(ScalarType type) {
    switch (type) {
        case ScalarType::real: return {CKind::real, {}};
        case ScalarType::integer:
        case ScalarType::boolean: return {CKind::integer, {}};
        case ScalarType::text:
        case ScalarType::object: return {CKind::pointer, {}};
    }
    return {};
}

template <class T>
void put(void* at, T const& value) {
    std::memcpy(at, &value, sizeof value);
}
template <class T>
T get(void const* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

void put_scalar(void* at, ScalarType type, double value, char const* place) {
    switch (type) {
        case ScalarType::real: return put(at, value);
        case ScalarType::integer:
        case ScalarType::boolean: return put(at, moo_c_int(static_cast<std::int64_t>(value), place));
        case ScalarType::text: return put(at, moo_text_of(value));
        case ScalarType::object: return put(at, moo_address(value));
    }
}

double get_scalar(void const* at, ScalarType type, char const* place) {
    switch (type) {
        case ScalarType::real: return get<double>(at);
        case ScalarType::integer: return get<int>(at);
        case ScalarType::boolean: return get<int>(at) != 0 ? 1.0 : 0.0;
        case ScalarType::text: return moo_take_text(get<char const*>(at), place);
        case ScalarType::object: break;
    }
    return moo_take_object(get<void*>(at), place);
}

}  // namespace

// The memory that one call needs.
struct ExternalCall::Memory {
    Memory(double* registers, MooArray** given, char const* where) : r(registers), arrays(given), place(where) {}

    double* r;
    MooArray** arrays;
    char const* place;
    MooMemory memory;
    std::size_t next_register = 0;  // next register of arguments that are expressions

    void* pointer_to(void const* target) {
        void* const at = memory.allocate(sizeof target);
        put(at, target);
        return at;
    }
};

ExternalCall::ExternalCall(ProgramExternal const& external, std::vector<std::uint32_t> registers,
                           std::uint32_t literals)
    : external_(external), registers_(std::move(registers)), literals_(literals) {
    external_.code = nullptr;  // neither the program nor the document has to live on
}

CType ExternalCall::type_of(ProgramExternalArgument const& argument) const {
    if (!argument.is_structure) return scalar_c_type(argument.type);
    CType made{CKind::structure, {}};
    for (ProgramExternalArgument const& member : argument.members) made.members.push_back(type_of(member));
    return made;
}

CKind ExternalCall::kind_of(ProgramExternalArgument const& argument) const {
    bool const is_by_address =
        external_.is_fortran || argument.is_written || argument.is_structure || argument.item.is_array;
    if (is_by_address) return CKind::pointer;
    return argument.is_size ? CKind::size : scalar_c_type(argument.type).kind;
}

void ExternalCall::load(char const* place) const {
    if (loaded_ == nullptr) {
        ForeignSignature signature;
        for (ProgramExternalArgument const& argument : external_.arguments) {
            signature.arguments.push_back(kind_of(argument));
        }
        // FORTRAN compilers append hidden lengths of strings after all other arguments.
        for (ProgramExternalArgument const& argument : external_.arguments) {
            if (external_.is_fortran && argument.type == ScalarType::text) signature.arguments.push_back(CKind::size);
        }
        if (external_.result) signature.result = type_of(*external_.result);
        if (!external_.permitted) moo_fail(place, "an external function is called that was not permitted");
        loaded_ = std::make_shared<LoadedExternal>(loader().load(*external_.permitted, std::move(signature)));
    }
    if (loaded_->function) return;
    std::string const& name = (*external_.permitted)->function;
    std::string text = "the external function `" + name + "` cannot be called: " + loaded_->error;
    for (std::string const& line : loaded_->details) text += "\n" + line;
    moo_fail(place, text.c_str());
}

void ExternalCall::call(MooInstance* m, double* r, MooArray** arrays, char const* place) const {
    load(place);
    Memory memory(r, arrays, place);
    double* const scalars = r + literals_;
    bool const is_fortran = external_.is_fortran;
    std::size_t next_register = 0;
    auto const value_of = [&](ProgramExternalArgument const& argument) {
        return argument.is_written ? scalars[argument.item.index] : r[registers_[next_register++]];
    };
    // The C array to pass.
    auto const array_data = [&](ProgramExternalArgument const& argument) -> void* {
        MooArray& array = *arrays[argument.item.index];
        switch (argument.type) {
            case ScalarType::real: return is_fortran && array.rank() > 1 ? memory.memory.columns(array) : array.data();
            case ScalarType::integer:
            case ScalarType::boolean:
                return is_fortran ? memory.memory.integer_columns(array, place) : memory.memory.integers(array, place);
            case ScalarType::text:
            case ScalarType::object: return memory.memory.texts(array);
        }
        return nullptr;
    };
    std::vector<void*> values;
    std::vector<void*> data;
    std::vector<std::size_t> lengths;
    CType const result_type = external_.result ? type_of(*external_.result) : CType{};
    void* const result = memory.memory.allocate(size_of(result_type) + sizeof(double));
    if (loaded_->result_is_argument) values.push_back(memory.pointer_to(result));
    for (ProgramExternalArgument const& argument : external_.arguments) {
        void* content = nullptr;
        if (argument.is_structure) {
            CType const type = type_of(argument);
            content = memory.memory.allocate(size_of(type));
            std::vector<std::size_t> const offsets = member_offsets(type);
            for (std::size_t i = 0; i < offsets.size(); ++i) {
                put_scalar(static_cast<std::byte*>(content) + offsets[i], argument.members[i].type,
                           value_of(argument.members[i]), place);
            }
        } else if (argument.item.is_array) {
            content = array_data(argument);
        } else {
            double const value = value_of(argument);
            content = memory.memory.allocate(sizeof(double));
            if (is_fortran && argument.type == ScalarType::text) {
                lengths.push_back(std::strlen(moo_text_of(value)));
                content = const_cast<char*>(moo_text_of(value));
            } else if (argument.is_size && !is_fortran) {
                put(content, static_cast<std::size_t>(value));
            } else {
                put_scalar(content, argument.type, value, place);
            }
        }
        data.push_back(content);
        values.push_back(kind_of(argument) == CKind::pointer &&
                                 (is_fortran || argument.is_written || argument.is_structure || argument.item.is_array)
                             ? memory.pointer_to(content)
                             : content);
    }
    for (std::size_t& length : lengths) values.push_back(&length);
    auto const tell = [m](int severity) {
        return [m, severity](std::string_view text) {
            if (m->message != nullptr) m->message(m->host, severity, std::string(text).c_str());
        };
    };
    std::optional<std::string> error;
    {
        OutputToErrors const redirected;
        UtilityOutput before = set_utility_output({tell(0), tell(1)});
        error = loaded_->function->call(result, values);
        set_utility_output(std::move(before));
    }
    if (error) moo_fail(place, error->empty() ? "the external function fails without a message" : error->c_str());
    auto const take = [&](ProgramExternalArgument const& argument, void* content) {
        if (argument.is_structure) {
            std::vector<std::size_t> const offsets = member_offsets(type_of(argument));
            for (std::size_t i = 0; i < offsets.size(); ++i) {
                scalars[argument.members[i].item.index] =
                    get_scalar(static_cast<std::byte*>(content) + offsets[i], argument.members[i].type, place);
            }
            return;
        }
        if (!argument.item.is_array) {
            scalars[argument.item.index] = get_scalar(content, argument.type, place);
            return;
        }
        MooArray& array = *arrays[argument.item.index];
        switch (argument.type) {
            case ScalarType::real:
                if (is_fortran && array.rank() > 1) moo_take_columns(array, static_cast<double const*>(content));
                return;
            case ScalarType::integer:
            case ScalarType::boolean:
                if (is_fortran) return moo_take_integer_columns(array, static_cast<int const*>(content));
                return moo_take_integers(array, static_cast<int const*>(content));
            case ScalarType::text:
            case ScalarType::object: return moo_take_texts(array, static_cast<char const* const*>(content), place);
        }
    };
    if (external_.result) take(*external_.result, result);
    for (std::size_t i = 0; i < external_.arguments.size(); ++i) {
        if (external_.arguments[i].is_written) take(external_.arguments[i], data[i]);
    }
    release_utility_strings();
}

}  // namespace moo
