#include "backends/fmu/runtime_sources.h"

#include <algorithm>
#include <fstream>
#include <set>

#include "backends/cpp/compile.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

// Folders of the runtime that are needed as a whole, and single sources. Files in `compat` replace libraries and a
// header of C++20; they go to the root, where the compiler finds them.
constexpr char const* whole_folders[] = {"runtime/events", "runtime/fmi", "runtime/instance", "runtime/math",
                                         "runtime/values"};
constexpr char const* single_sources[] = {"runtime/fmi/compat/klu.cpp",
                                          "runtime/fmi/compat/make_integrator.cpp",
                                          "runtime/solvers/coloured_pattern.cpp",
                                          "runtime/solvers/crossings.cpp",
                                          "runtime/solvers/one_step_integrator.cpp",
                                          "runtime/solvers/radau_integrator.cpp",
                                          "runtime/solvers/state_jacobian.cpp",
                                          "runtime/solvers/stateless_integrator.cpp",
                                          "runtime/solvers/stepping_integrator.cpp",
                                          "runtime/text/number_text.cpp"};
constexpr char const* stand_ins[] = {"klu.h", "span"};
// Only solvers of SUNDIALS need it.
constexpr char const* left_out = "runtime/math/incomplete_factors.cpp";
constexpr char const* eigen_folders[] = {"Core",        "LU",       "misc",   "plugins",    "QR",
                                         "Householder", "Cholesky", "Jacobi", "SparseCore", "OrderingMethods",
                                         "SparseLU"};
constexpr char const* eigen_headers[] = {
    "Core", "LU", "QR", "Householder", "Cholesky", "Jacobi", "SparseCore", "OrderingMethods", "SparseLU"};

class SourcePacker {
public:
    SourcePacker(ZipArchive& archive, FmiVersion version) : archive_(archive), version_(version) {
        root_ = runtime_folders().include;
    }

    // Appends the files that have to be compiled to `files`.
    std::string run(std::vector<std::string>& files) {
        std::vector<std::string> sources(std::begin(single_sources), std::end(single_sources));
        for (char const* const folder : whole_folders) add_folder(folder, sources);
        std::sort(sources.begin(), sources.end());
        for (std::string const& source : sources) add(source);
        for (char const* const name : stand_ins) add_file(name, root_ / "runtime/fmi/compat" / name);
        add_eigen();
        files.insert(files.end(), sources.begin(), sources.end());
        return std::move(error_);
    }

private:
    [[nodiscard]] bool is_of_other_version(std::string const& name) const {
        return name.starts_with(version_ == FmiVersion::three ? "fmi2" : "fmi3");
    }

    void add_folder(std::string const& folder, std::vector<std::string>& sources) {
        std::error_code error;
        std::size_t const before = sources.size();
        for (fs::directory_iterator it(root_ / folder, error), end; !error && it != end; it.increment(error)) {
            std::string const file = it->path().filename().string();
            bool const is_wanted = it->path().extension() == ".cpp" && folder + "/" + file != left_out &&
                                   !(folder == "runtime/fmi" && is_of_other_version(file));
            if (is_wanted) sources.push_back(folder + "/" + file);
        }
        if (sources.size() == before && error_.empty()) {
            error_ = "the sources of the runtime are missing: " + (root_ / folder).string();
        }
    }

    // Adds a file and those of our headers that it includes.
    void add(std::string const& name) {
        std::vector<std::string> left = {name};
        while (!left.empty() && error_.empty()) {
            std::string const file = left.back();
            left.pop_back();
            if (!added_.insert(file).second) continue;
            add_file(file, root_ / file);
            std::ifstream text(root_ / file);
            for (std::string line; std::getline(text, line);) {
                constexpr std::string_view begin = "#include \"";
                if (!line.starts_with(begin)) continue;
                left.push_back(line.substr(begin.size(), line.find('"', begin.size()) - begin.size()));
            }
        }
    }

    void add_file(std::string const& name, fs::path const& path) {
        if (error_.empty()) error_ = archive_.add_file("sources/" + name, path.string());
    }

    void add_eigen() {
        std::vector<std::string> const folder = read_link_list(runtime_folders().facts / "eigen_folder.txt");
        if (folder.empty()) {
            if (error_.empty()) error_ = "it is not known where the headers of Eigen are";
            return;
        }
        fs::path const eigen = fs::path(folder[0]) / "Eigen";
        for (char const* const name : eigen_headers) add_file(std::string("Eigen/") + name, eigen / name);
        std::error_code error;
        for (char const* const part : eigen_folders) {
            fs::path const place = eigen / "src" / part;
            for (fs::recursive_directory_iterator it(place, error), end; !error && it != end; it.increment(error)) {
                if (!it->is_regular_file(error)) continue;
                add_file("Eigen/src/" + std::string(part) + "/" + it->path().lexically_relative(place).generic_string(),
                         it->path());
            }
        }
    }

    ZipArchive& archive_;
    FmiVersion version_;
    fs::path root_;
    std::set<std::string> added_;
    std::string error_;
};

}  // namespace

std::string add_runtime_sources(ZipArchive& archive, FmiVersion version, SourceSet& set) {
    set.language = "C++17";
    set.include_folders = {"."};
    return SourcePacker(archive, version).run(set.files);
}

}  // namespace moo
