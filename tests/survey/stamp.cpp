#include "tests/survey/stamp.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <vector>

namespace moo::survey {

namespace fs = std::filesystem;

namespace {

bool is_package(fs::path const& path) {
    std::error_code ignored;
    if (path.extension() == ".mo") return fs::is_regular_file(path, ignored);
    return fs::is_regular_file(path / "package.mo", ignored);
}

}  // namespace

void Fingerprint::add_bytes(std::string_view bytes) {
    for (char const c : bytes) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 1099511628211u;
}

void Fingerprint::add_number(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) {
        char const byte = static_cast<char>(static_cast<unsigned char>(number >> shift));
        add_bytes({&byte, 1});
    }
}

void Fingerprint::add(std::string_view bytes) {
    add_number(bytes.size());
    add_bytes(bytes);
}

void Fingerprint::add_file(fs::path const& file) {
    std::ifstream in(file, std::ios::binary);
    add_number(in ? 1 : 0);
    std::array<char, 65536> block;
    while (in.read(block.data(), block.size()) || in.gcount() > 0) {
        add({block.data(), static_cast<std::size_t>(in.gcount())});
    }
}

void Fingerprint::add_tree(fs::path const& root) {
    std::vector<fs::path> files;
    std::error_code error;
    if (fs::is_regular_file(root, error)) {
        files.push_back(root);
    } else {
        // Links to folders are not followed, so this ends.
        for (auto at = fs::recursive_directory_iterator(root, fs::directory_options::skip_permission_denied, error);
             at != fs::recursive_directory_iterator(); at.increment(error)) {
            files.push_back(at->path());
        }
    }
    std::sort(files.begin(), files.end());
    for (fs::path const& file : files) {
        struct stat info {};
        if (::stat(file.c_str(), &info) != 0 || S_ISDIR(info.st_mode)) continue;
        add(file.native());
        add_number(static_cast<std::uint64_t>(info.st_size));
        add_number(static_cast<std::uint64_t>(info.st_mtim.tv_sec));
        add_number(static_cast<std::uint64_t>(info.st_mtim.tv_nsec));
    }
}

std::string Fingerprint::text() const {
    std::string text(16, '0');
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = "0123456789abcdef"[(hash_ >> (60 - 4 * i)) & 15];
    return text;
}

std::string survey_stamp(LibraryPlace const& library, SurveyOptions const& options) {
    Fingerprint stamp;
    for (Stage const& stage : options.stages) {
        stamp.add(stage.name);
        if (!stage.program.starts_with('{')) stamp.add_file(options.tools / stage.program);
        if (stage.program == "{self}") stamp.add_file(options.self);
        // The files that the compiler links.
        if (stage.name == "compile") stamp.add_file(options.tools.parent_path() / "lib" / "libmoo_runtime.a");
        if (stage.needs_reference) stamp.add_tree(options.reference);
    }
    stamp.add_number(std::bit_cast<std::uint64_t>(options.limits.seconds));
    stamp.add_number(options.limits.megabytes);
    for (std::string const& option : options.trust) stamp.add(option);
    stamp.add_number(options.is_strict ? 1u : 0u);
    stamp.add(library.path.native());
    // A model may use every library that is found.
    for (fs::path const& folder : library.search) {
        std::vector<fs::path> packages;
        std::error_code error;
        for (auto at = fs::directory_iterator(folder, error); at != fs::directory_iterator(); at.increment(error)) {
            if (is_package(at->path())) packages.push_back(at->path());
        }
        std::sort(packages.begin(), packages.end());
        for (fs::path const& package : packages) stamp.add_tree(package);
    }
    return stamp.text();
}

}  // namespace moo::survey
