#include "backends/template/template_folder.h"

#include <algorithm>

#include "backends/template/parser.h"

namespace moo::tmpl {

std::filesystem::path shipped_folder() {
    std::error_code error;
    std::filesystem::path const program = std::filesystem::read_symlink("/proc/self/exe", error);
    return program.parent_path().parent_path() / "share" / "moo" / "templates";
}

namespace {

namespace fs = std::filesystem;

constexpr Message<std::string_view> outside{DiagnosticKind::TemplateInclude,
                                            "`{}` is not below the folder of the template"};
constexpr Message<std::string_view, std::string_view> unreadable{DiagnosticKind::TemplateInclude,
                                                                 "cannot read `{}`: {}"};

// Names that are relative and go down only.
bool is_inner_name(fs::path const& name) {
    return !name.empty() && name.is_relative() && std::ranges::find(name, fs::path("..")) == name.end();
}

// Links are followed, so that none leads out of the folder.
bool is_inside(fs::path const& folder, fs::path const& file) {
    std::error_code error;
    fs::path const root = fs::canonical(folder, error);
    if (error) return false;
    fs::path const target = fs::weakly_canonical(folder / file, error);
    if (error) return false;
    return std::mismatch(root.begin(), root.end(), target.begin(), target.end()).first == root.end();
}

}  // namespace

Template const* TemplateFolder::load(std::string const& name, SourceSpan place) {
    auto const [found, is_new] = loaded_.try_emplace(name);
    if (!is_new) return found->second.get();
    fs::path const folder = folder_.empty() ? fs::path(".") : folder_;
    bool const is_text = name.find('\0') == std::string::npos;
    if (!is_text || !is_inner_name(name) || !is_inside(folder, name)) {
        diagnostics_.error(place, outside, name);
        return nullptr;
    }
    auto const result = sources_.load((folder_ / name).string());
    if (!result.file) {
        diagnostics_.error(place, unreadable, name, result.error);
        return nullptr;
    }
    std::size_t const errors = diagnostics_.error_count();
    auto parsed = std::make_unique<Template>(parse_template(result.file, sources_, diagnostics_));
    if (diagnostics_.error_count() == errors) found->second = std::move(parsed);
    return found->second.get();
}

}  // namespace moo::tmpl
