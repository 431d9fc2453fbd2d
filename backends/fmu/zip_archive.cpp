#include "backends/fmu/zip_archive.h"

#include <zip.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>

namespace moo {

namespace {

// The earliest time of zip files, 1980-01-01 00:00. As a DOS time it does not depend on a time zone.
constexpr std::uint16_t fixed_time = 0;
constexpr std::uint16_t fixed_date = (0u << 9u) | (1u << 5u) | 1u;
// Unix permissions in the upper half: a plain file that its owner may write and everyone may read.
constexpr std::uint32_t plain_file = 0100644u << 16u;

std::string zip_text(zip_error_t& error) {
    std::string text = zip_error_strerror(&error);
    zip_error_fini(&error);
    return text;
}

std::string archive_text(zip_t* archive) { return zip_error_strerror(zip_get_error(archive)); }

// Adds the entries. Their contents must not move until the archive is closed.
std::string fill(zip_t* archive, std::map<std::string, std::string> const& entries) {
    for (auto const& [name, content] : entries) {
        zip_source_t* const source = zip_source_buffer(archive, content.data(), content.size(), 0);
        if (source == nullptr) return archive_text(archive);
        zip_int64_t const index = zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
        if (index < 0) {
            zip_source_free(source);
            return archive_text(archive);
        }
        auto const at = static_cast<zip_uint64_t>(index);
        if (zip_file_set_dostime(archive, at, fixed_time, fixed_date, 0) != 0 ||
            zip_file_set_external_attributes(archive, at, 0, ZIP_OPSYS_UNIX, plain_file) != 0 ||
            zip_set_file_compression(archive, at, ZIP_CM_DEFLATE, 6) != 0) {
            return archive_text(archive);
        }
    }
    return {};
}

}  // namespace

bool is_safe_entry_name(std::string_view name) {
    std::size_t begin = 0;
    while (begin <= name.size()) {
        std::size_t const end = std::min(name.find('/', begin), name.size());
        std::string_view const part = name.substr(begin, end - begin);
        if (part.empty() || part == "." || part == "..") return false;
        begin = end + 1;
    }
    for (char const c : name) {
        auto const byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f || c == '\\' || c == ':') return false;
    }
    return true;
}

std::string ZipArchive::add(std::string const& name, std::string content) {
    if (!is_safe_entry_name(name)) return "`" + name + "` is no safe name for an entry of an archive";
    if (!entries_.emplace(name, std::move(content)).second) return "the archive has two entries `" + name + "`";
    return {};
}

std::string ZipArchive::add_file(std::string const& name, std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file) return "cannot read `" + path + "`";
    return add(name, std::move(content));
}

ZipArchive::Bytes ZipArchive::bytes() const {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* const memory = zip_source_buffer_create(nullptr, 0, 0, &error);
    if (memory == nullptr) return {{}, zip_text(error)};
    // The archive releases the buffer when it is closed, but we read it afterwards, so keep it.
    std::unique_ptr<zip_source_t, void (*)(zip_source_t*)> const kept(memory, zip_source_free);
    zip_source_keep(memory);
    zip_t* const archive = zip_open_from_source(memory, ZIP_TRUNCATE, &error);
    if (archive == nullptr) {
        zip_source_free(memory);
        return {{}, zip_text(error)};
    }
    std::string problem = fill(archive, entries_);
    if (!problem.empty() || zip_close(archive) != 0) {
        if (problem.empty()) problem = archive_text(archive);
        zip_discard(archive);
        return {{}, std::move(problem)};
    }
    zip_stat_t facts;
    zip_stat_init(&facts);
    Bytes result;
    if (zip_source_open(memory) != 0 || zip_source_stat(memory, &facts) != 0) {
        return {{}, zip_error_strerror(zip_source_error(memory))};
    }
    result.bytes.resize(facts.size);
    if (zip_source_read(memory, result.bytes.data(), facts.size) != static_cast<zip_int64_t>(facts.size)) {
        result = {{}, zip_error_strerror(zip_source_error(memory))};
    }
    zip_source_close(memory);
    return result;
}

}  // namespace moo
