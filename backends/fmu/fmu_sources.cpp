#include "backends/fmu/fmu_sources.h"

#include <algorithm>
#include <fstream>
#include <set>

#include "backends/cpp/compile.h"
#include "backends/fmu/fmu_xml.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

// Folders of the runtime of which all sources are needed, and single sources. What the folder `compat` has stands in
// for libraries and for a header of C++20; it goes to the root, where the compiler finds it.
constexpr char const* whole_folders[] = {"runtime/events", "runtime/fmi", "runtime/math", "runtime/values"};
constexpr char const* single_sources[] = {"runtime/results/number_text.cpp", "runtime/solvers/crossings.cpp",
                                          "runtime/fmi/compat/no_integrator.cpp"};
constexpr char const* stand_ins[] = {"klu.h", "span"};
// Of solvers only.
constexpr char const* left_out = "runtime/math/shifted_factors.cpp";
constexpr char const* eigen_folders[] = {"Core", "LU", "misc", "plugins", "QR", "Householder", "Cholesky", "Jacobi"};
constexpr char const* eigen_headers[] = {"Core", "LU", "QR", "Householder", "Cholesky", "Jacobi"};

class SourcePacker {
public:
    SourcePacker(ZipArchive& archive, FmiVersion version) : archive_(archive), version_(version) {
        root_ = runtime_folders().include;
    }

    FmuSources run() {
        std::vector<std::string> sources(std::begin(single_sources), std::end(single_sources));
        for (char const* const folder : whole_folders) add_folder(folder, sources);
        std::sort(sources.begin(), sources.end());
        for (std::string const& source : sources) add(source);
        for (char const* const name : stand_ins) add_file(name, root_ / "runtime/fmi/compat" / name);
        add_eigen();
        result_.compiled = std::move(sources);
        return std::move(result_);
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
        if (sources.size() == before && result_.error.empty()) {
            result_.error = "the sources of the runtime are missing: " + (root_ / folder).string();
        }
    }

    // A file, and those of ours that it includes.
    void add(std::string const& name) {
        std::vector<std::string> left = {name};
        while (!left.empty() && result_.error.empty()) {
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
        if (result_.error.empty()) result_.error = archive_.add_file("sources/" + name, path.string());
    }

    void add_eigen() {
        std::vector<std::string> const folder = read_link_list(runtime_folders().facts / "eigen_folder.txt");
        if (folder.empty()) {
            if (result_.error.empty()) result_.error = "it is not known where the headers of Eigen are";
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
    FmuSources result_;
};

std::string build_description(std::string const& identifier, std::vector<std::string> const& files) {
    pugi::xml_document xml;
    pugi::xml_node declaration = xml.append_child(pugi::node_declaration);
    set_text(declaration, "version", "1.0");
    set_text(declaration, "encoding", "UTF-8");
    pugi::xml_node root = xml.append_child("fmiBuildDescription");
    set_text(root, "fmiVersion", "3.0");
    pugi::xml_node configuration = root.append_child("BuildConfiguration");
    set_text(configuration, "modelIdentifier", identifier);
    pugi::xml_node set = configuration.append_child("SourceFileSet");
    set_text(set, "language", "C++17");
    for (std::string const& file : files) {
        pugi::xml_node node = set.append_child("SourceFile");
        set_text(node, "name", file);
    }
    pugi::xml_node include = set.append_child("IncludeDirectory");
    set_text(include, "name", ".");
    return xml_bytes(xml);
}

}  // namespace

FmuSources add_runtime_sources(ZipArchive& archive, FmiVersion version, std::string const& identifier,
                               std::vector<std::string> const& model_files) {
    FmuSources sources = SourcePacker(archive, version).run();
    sources.compiled.insert(sources.compiled.begin(), model_files.begin(), model_files.end());
    if (version == FmiVersion::three && sources.error.empty()) {
        sources.error = archive.add("sources/buildDescription.xml", build_description(identifier, sources.compiled));
    }
    return sources;
}

}  // namespace moo
