// Generated C++ as a model in this process.
//
// It is compiled into a shared object whose `main` is renamed; that hands its model to `moo_simulator_main`, which the
// program that includes this defines here. The program exports its symbols, so that the model finds the runtime.
#pragma once

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "backends/cpp/compile.h"
#include "runtime/abi/model.h"

namespace moo::test {

inline MooModel const* compiled_model = nullptr;

// Ends the program if it cannot be compiled.
inline MooModel const* compile_model(std::string const& code, std::string const& options) {
    namespace fs = std::filesystem;
    std::string pattern = (fs::temp_directory_path() / "compiled_model.XXXXXX").string();
    fs::path const folder = ::mkdtemp(pattern.data());
    std::ofstream(folder / "model.cpp") << code;
    std::string const command = "c++ " + options + " -fPIC -shared -Dmain=model_main -I" MOO_TEST_ROOT " '" +
                                (folder / "model.cpp").string() + "' -o '" + (folder / "model.so").string() + "'";
    if (std::system(command.c_str()) != 0) std::exit(1);
    void* const object = ::dlopen((folder / "model.so").c_str(), RTLD_NOW);
    if (object == nullptr) {
        std::fprintf(stderr, "%s\n", ::dlerror());
        std::exit(1);
    }
    // C++ gives the renamed function a mangled name.
    using Main = int (*)(int, char**);
    auto const entry = reinterpret_cast<Main>(::dlsym(object, "_Z10model_mainiPPc"));
    if (entry == nullptr) std::exit(1);
    entry(0, nullptr);
    fs::remove_all(folder);
    return compiled_model;
}

// As mogen-cpp does.
inline MooModel const* compile_model(std::string const& code) {
    std::string options;
    for (std::string const& option : code_options(code.size())) options += option + " ";
    return compile_model(code, options);
}

}  // namespace moo::test

extern "C" int moo_simulator_main(int, char**, MooModel const* model) {
    moo::test::compiled_model = model;
    return 0;
}
