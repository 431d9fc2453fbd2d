#include "moo/external/build_object.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <numeric>

#include "moo/base/progress_note.h"
#include "moo/external/c_texts.h"
#include "moo/external/library_code.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

constexpr char const* object_name = "object.so";
// The same for a program that takes it in instead of loading it.
constexpr char const* part_name = "object.o";
constexpr char const* left_out_name = "left_out.txt";

// How C sources are compiled. They come from elsewhere, so nothing is assumed that much old code does not keep to.
// A function without a prototype would get its arguments and result wrong, so that is an error.
std::vector<std::string> const compile_flags = {
    "-O2", "-fPIC", "-fno-strict-aliasing", "-fno-delete-null-pointer-checks", "-Werror=implicit-function-declaration"};

// Large sources are optimised less, and very large ones not at all, because that would take longer than everything
// else. In the standard library, these are ModelicaStandardTables.c, with 0.8 s instead of 1.2 s, and ModelicaMatIO.c,
// which only reads files, with 1.6 s instead of 15.8 s.
constexpr std::uintmax_t large_bytes = 250'000;
constexpr std::uintmax_t very_large_bytes = 500'000;

// What makes one relocatable object of several.
std::vector<std::string> const join_flags = {"-r", "-nostdlib", "-Wl,-z,muldefs"};

void append_paths(std::vector<std::string>& words, std::vector<fs::path> const& paths) {
    for (fs::path const& path : paths) words.push_back(path.string());
}

std::string write_text(fs::path const& path, std::string_view text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    return file ? std::string() : "cannot write " + path.string();
}

std::uintmax_t source_bytes(fs::path const& file) {
    std::error_code error;
    std::uintmax_t const size = fs::file_size(file, error);
    return error ? 0 : size;
}

// One source on its way into an object.
struct Unit {
    fs::path source;
    fs::path object;
    std::vector<std::string> problem;  // why it is left out
};

std::vector<fs::path> objects_of(std::vector<Unit> const& units) {
    std::vector<fs::path> objects;
    for (Unit const& unit : units) {
        if (unit.problem.empty()) objects.push_back(unit.object);
    }
    return objects;
}

// Compiles and links the units of one build, in one folder.
class UnitBuild {
public:
    UnitBuild(CCompiler const& compiler, fs::path folder, std::vector<std::string> options,
              std::vector<fs::path> libraries)
        : compiler_(compiler),
          folder_(std::move(folder)),
          options_(std::move(options)),
          libraries_(std::move(libraries)) {}

    // The largest first, so that no processor waits for it in the end. False if something else than the sources is at
    // fault.
    bool compile(std::vector<Unit>& units) {
        std::vector<std::size_t> order(units.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return source_bytes(units[i].source); });
        std::vector<std::vector<std::string>> runs;
        for (std::size_t const i : order) {
            units[i].object = folder_ / (std::to_string(i) + ".o");
            std::vector<std::string> words = options_;
            std::uintmax_t const bytes = source_bytes(units[i].source);
            if (bytes > large_bytes) words.emplace_back(bytes > very_large_bytes ? "-O0" : "-O1");
            append_words(words, {"-c", units[i].source.string(), "-o", units[i].object.string()});
            runs.push_back(std::move(words));
        }
        std::vector<BuildRun> results = run_compiler_on_all(compiler_, runs);
        for (std::size_t k = 0; k < results.size(); ++k) {
            if (results[k].outcome == BuildOutcome::broken) {
                lines = std::move(results[k].lines);
                return false;
            }
            units[order[k]].problem = std::move(results[k].lines);
        }
        return true;
    }

    BuildRun link(std::vector<fs::path> const& objects, fs::path const& target) {
        std::vector<std::string> words = shared_object_flags();
        // Where several objects define a symbol, the first one counts.
        append_words(words, {"-Wl,-z,muldefs", "-o", target.string()});
        append_paths(words, objects);
        append_paths(words, libraries_);
        words.push_back("-lm");
        return run_compiler(compiler_, words);
    }

    BuildRun join(std::vector<fs::path> const& objects, fs::path const& target) {
        std::vector<std::string> words = join_flags;
        append_words(words, {"-o", target.string()});
        append_paths(words, objects);
        return run_compiler(compiler_, words);
    }

    // Leaves out those units that need symbols which none of them has. A unit is good if it can be linked with those
    // members of an archive of all that it needs.
    bool drop_unresolved(std::vector<Unit>& units) {
        fs::path const archive = folder_ / "all.a";
        std::vector<std::string> words{"ar", "rcs", archive.string()};
        append_paths(words, objects_of(units));
        BuildRun const archived = run_build_tool(words);
        if (archived.outcome != BuildOutcome::fine) {
            lines = archived.lines;
            return false;
        }
        for (Unit& unit : units) {
            if (!unit.problem.empty()) continue;
            BuildRun run = link({unit.object, archive}, folder_ / "trial.so");
            if (run.outcome == BuildOutcome::broken) {
                lines = std::move(run.lines);
                return false;
            }
            unit.problem = std::move(run.lines);
        }
        return true;
    }

    std::vector<std::string> lines;  // what was said when something failed for good

private:
    CCompiler const& compiler_;
    fs::path folder_;
    std::vector<std::string> options_;
    std::vector<fs::path> libraries_;
};

std::string left_out_text(std::vector<Unit> const& units) {
    std::string text;
    for (Unit const& unit : units) {
        for (std::string const& line : unit.problem) text += line + "\n";
    }
    return text;
}

}  // namespace

ContentHash ObjectBuilder::start_key(char const* what) const {
    ContentHash key;
    key.add(what).add(compiler_.identity);
    std::vector<std::string> const macros = macro_options(library_macros({}));
    key.add(std::to_string(large_bytes)).add(std::to_string(very_large_bytes));
    for (auto const* const list :
         {&compiler_.words, &compiler_.flags, &compile_flags, &macros, &shared_object_flags(), &join_flags}) {
        for (std::string const& word : *list) key.add(word);
    }
    key.add(utilities_header).add(utilities_source);
    return key;
}

BuiltObject ObjectBuilder::get(ContentHash const& key, std::function<std::string(fs::path const&)> make) {
    details_.clear();
    BuildCache::Entry const entry = cache_.get(key.text(), make);
    BuiltObject result;
    result.error = entry.error;
    result.details = std::move(details_);
    if (entry.folder.empty()) return result;
    result.path = entry.folder / object_name;
    std::ifstream left_out(entry.folder / left_out_name);
    for (std::string line; std::getline(left_out, line);) result.left_out.push_back(line);
    if (!result.left_out.empty()) {
        result.left_out.push_back("the rest is kept in " + entry.folder.string() + "; delete it to build it again");
    }
    return result;
}

BuildRun ObjectBuilder::build_source(fs::path const& source, std::vector<std::string> const& options,
                                     std::vector<fs::path> const& libraries) const {
    fs::path const folder = source.parent_path();
    std::vector<std::string> words = options;
    append_words(words, {"-c", source.string(), "-o", (folder / part_name).string()});
    BuildRun run = run_compiler(compiler_, words);
    if (run.outcome != BuildOutcome::fine) return run;
    words = shared_object_flags();
    append_words(words, {(folder / part_name).string(), "-o", (folder / object_name).string()});
    append_paths(words, libraries);
    words.emplace_back("-lm");
    return run_compiler(compiler_, words);
}

BuiltObject ObjectBuilder::utilities() {
    if (!utilities_.path.empty()) return utilities_;
    utilities_ = get(start_key("utilities"), [&](fs::path const& folder) -> std::string {
        fs::path const source = folder / "modelica_utilities.c";
        std::string error = write_text(folder / "ModelicaUtilities.h", utilities_header);
        if (error.empty()) error = write_text(source, utilities_source);
        if (!error.empty()) return error;
        BuildRun run = build_source(source, compile_flags, {});
        if (run.outcome == BuildOutcome::fine) return {};
        details_ = std::move(run.lines);
        return "the C compiler `" + compiler_.words[0] + "` does not work";
    });
    return utilities_;
}

BuiltObject ObjectBuilder::sources(Sources const& given) {
    BuiltObject const base = utilities();
    if (base.path.empty()) return base;
    std::vector<fs::path> const folders = with_folders_inside(given.source_folders);
    std::vector<fs::path> const files = given.files.empty() ? c_files_in(folders) : given.files;
    ContentHash key = start_key("sources");
    for (fs::path const& file : files) key.add(file.string());
    for (fs::path const& folder : given.source_folders) key.add_folder(folder);
    for (fs::path const& folder : given.include_folders) key.add_folder(folder);
    for (fs::path const& library : given.libraries) key.add(library.string());
    key.add(base.path.string());
    return get(key, [&](fs::path const& folder) -> std::string {
        std::vector<std::string> options = compile_flags;
        std::vector<fs::path> header_folders = folders;
        header_folders.insert(header_folders.end(), given.include_folders.begin(), given.include_folders.end());
        append_words(options, macro_options(library_macros(header_folders)));
        for (fs::path const& place : header_folders) append_words(options, {"-I", place.string()});
        append_words(options, {"-I", base.path.parent_path().string()});
        std::vector<Unit> units;
        for (fs::path const& file : files) units.push_back({file, {}, {}});
        note_progress("compiling " + std::to_string(files.size()) +
                      (files.size() == 1 ? " C file in `" : " C files in `") + given.source_folders[0].string() +
                      "`; the result is kept");
        std::vector<fs::path> libraries = given.libraries;
        libraries.push_back(base.path);
        UnitBuild build(compiler_, folder / "units", std::move(options), std::move(libraries));
        fs::create_directory(folder / "units");
        fs::path const target = folder / object_name;
        bool good = build.compile(units);
        if (good && !objects_of(units).empty()) {
            BuildRun run = build.link(objects_of(units), target);
            if (run.outcome == BuildOutcome::refused) {
                good = build.drop_unresolved(units);
                if (good && !objects_of(units).empty()) run = build.link(objects_of(units), target);
            }
            if (run.outcome == BuildOutcome::fine) run = build.join(objects_of(units), folder / part_name);
            if (run.outcome != BuildOutcome::fine) build.lines = std::move(run.lines);
        }
        fs::remove_all(folder / "units");
        if (fs::exists(target)) return write_text(folder / left_out_name, left_out_text(units));
        details_ = build.lines;
        for (Unit const& unit : units) append_words(details_, unit.problem);
        return "the C sources cannot be compiled";
    });
}

BuiltObject ObjectBuilder::archives(std::vector<fs::path> const& archives) {
    BuiltObject const base = utilities();
    if (base.path.empty()) return base;
    ContentHash key = start_key("archives");
    for (fs::path const& archive : archives) key.add_file(archive);
    key.add(base.path.string());
    return get(key, [&](fs::path const& folder) -> std::string {
        std::vector<std::string> words = shared_object_flags();
        append_words(words, {"-o", (folder / object_name).string(), "-Wl,-z,muldefs", "-Wl,--whole-archive"});
        append_paths(words, archives);
        append_words(words, {"-Wl,--no-whole-archive", base.path.string(), "-lm"});
        BuildRun run = run_compiler(compiler_, words);
        if (run.outcome == BuildOutcome::fine) {
            words = join_flags;
            append_words(words, {"-o", (folder / part_name).string(), "-Wl,--whole-archive"});
            append_paths(words, archives);
            words.emplace_back("-Wl,--no-whole-archive");
            run = run_compiler(compiler_, words);
        }
        if (run.outcome == BuildOutcome::fine) return {};
        details_ = std::move(run.lines);
        return "the archives cannot be linked to a shared object";
    });
}

BuiltObject ObjectBuilder::snippet(Snippet const& given) {
    BuiltObject const base = utilities();
    if (base.path.empty()) return base;
    ContentHash key = start_key("snippet");
    key.add(given.text).add(base.path.string());
    for (fs::path const& folder : given.include_folders) key.add_folder(folder);
    for (fs::path const& library : given.libraries) key.add(library.string());
    return get(key, [&](fs::path const& folder) -> std::string {
        fs::path const source = folder / "include.c";
        if (std::string error = write_text(source, given.text); !error.empty()) return error;
        std::vector<std::string> options = compile_flags;
        append_words(options, macro_options(library_macros({})));
        for (fs::path const& place : given.include_folders) append_words(options, {"-I", place.string()});
        append_words(options, {"-I", base.path.parent_path().string()});
        std::vector<fs::path> libraries = given.libraries;
        libraries.push_back(base.path);
        BuildRun run = build_source(source, options, libraries);
        if (run.outcome == BuildOutcome::fine) return {};
        details_ = std::move(run.lines);
        return "the C code of the function cannot be compiled";
    });
}

fs::path relocatable_object(fs::path const& shared) {
    std::error_code ignored;
    fs::path const part = shared.parent_path() / part_name;
    return shared.filename() == object_name && fs::exists(part, ignored) ? part : fs::path();
}

}  // namespace moo
