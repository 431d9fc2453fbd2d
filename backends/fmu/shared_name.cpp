#include "backends/fmu/shared_name.h"

#include <elf.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace moo {

namespace {

// Reads structures from the bytes of a file; treats what lies outside as missing.
class ElfBytes {
public:
    explicit ElfBytes(std::string bytes) : bytes_(std::move(bytes)) {}

    template <class T>
    [[nodiscard]] bool read(std::uint64_t at, T& value) const {
        if (at > bytes_.size() || bytes_.size() - at < sizeof(T)) return false;
        std::memcpy(&value, bytes_.data() + at, sizeof(T));
        return true;
    }

    [[nodiscard]] std::string text(std::uint64_t at) const {
        if (at >= bytes_.size()) return {};
        return bytes_.substr(at, bytes_.find('\0', at) - at);
    }

private:
    std::string bytes_;
};

// The text of DT_SONAME in a section of type SHT_DYNAMIC.
std::string name_in_section(ElfBytes const& file, Elf64_Ehdr const& header, Elf64_Shdr const& section) {
    Elf64_Shdr strings{};
    if (!file.read(header.e_shoff + std::uint64_t{section.sh_link} * header.e_shentsize, strings)) return {};
    Elf64_Dyn entry{};
    for (std::uint64_t at = 0; at < section.sh_size && file.read(section.sh_offset + at, entry); at += sizeof entry) {
        if (entry.d_tag == DT_SONAME) return file.text(strings.sh_offset + entry.d_un.d_val);
    }
    return {};
}

}  // namespace

std::string shared_name(std::string const& path) {
    std::string const own = std::filesystem::path(path).filename().string();
    std::ifstream stream(path, std::ios::binary);
    ElfBytes const file(std::string((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>()));
    Elf64_Ehdr header{};
    if (!file.read(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return own;
    for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
        Elf64_Shdr section{};
        if (!file.read(header.e_shoff + i * header.e_shentsize, section)) return own;
        if (section.sh_type != SHT_DYNAMIC) continue;
        std::string const name = name_in_section(file, header, section);
        return name.empty() ? own : name;
    }
    return own;
}

bool is_system_library(std::string const& name) {
    for (char const* const known : {"libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "ld-linux"}) {
        if (name.starts_with(known)) return true;
    }
    return false;
}

}  // namespace moo
