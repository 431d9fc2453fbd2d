#include "moo/external/portable_sources.h"

#include <algorithm>
#include <map>
#include <set>

#include "moo/base/output_file.h"
#include "moo/base/scratch_folder.h"
#include "moo/external/c_compiler.h"
#include "moo/external/c_texts.h"
#include "moo/external/find_library.h"
#include "moo/external/snippet_text.h"
#include "moo/external/source_tree.h"
#include "moo/external/unit_symbols.h"

namespace moo {

namespace fs = std::filesystem;

namespace {

constexpr char const* root_name = "external";

// Makes functions available that strict C99 hides, because much code for Unix relies on them.
constexpr char const* system_functions = "_DEFAULT_SOURCE";

// One C source of the new folder.
struct PortableUnit {
    std::string name;  // below the folder; empty for what is only linked here
    fs::path source;
    std::size_t group = 0;
    std::set<fs::path> reads;  // files of libraries, itself among them
    fs::path object;
    std::vector<std::string> problem;  // why it cannot be compiled
};

// Sources that are compiled in the same way.
struct Group {
    std::vector<fs::path> header_folders;
    Macros macros;
};

class PortableBuild {
public:
    PortableBuild(std::vector<PortableCall> const& functions, fs::path const& folder)
        : functions_(functions),
          folder_(folder),
          objects_("moo-portable"),
          tree_(folders_of(functions)),
          root_units_(functions.size()) {}

    PortableSources run() {
        if (auto const compiler = find_c_compiler()) {
            compiler_ = *compiler;
        } else {
            result_.error = "there is no C compiler to try the sources of external functions";
            return std::move(result_);
        }
        fs::path const root = folder_ / root_name;
        std::error_code error;
        fs::create_directories(root, error);
        if (error || objects_.path().empty()) result_.error = "cannot make a folder for the sources of functions";
        add_utilities();
        for (std::size_t i = 0; i < functions_.size(); ++i) add_libraries(functions_[i].code);
        for (std::size_t i = 0; i < functions_.size(); ++i) add_root(i);
        copy_files();
        if (result_.error.empty()) compile();
        if (result_.error.empty()) link_all();
        if (result_.error.empty() && result_.problems.empty()) list();
        return std::move(result_);
    }

private:
    static SourceTree::Paths folders_of(std::vector<PortableCall> const& functions) {
        SourceTree::Paths folders;
        for (PortableCall const& function : functions) {
            for (auto const* const list : {&function.code.source_folders, &function.code.include_folders}) {
                for (fs::path const& folder : existing_folders(*list)) folders.push_back(folder);
            }
        }
        return folders;
    }

    // ---- what there is ----

    std::size_t group_of(std::vector<fs::path> const& header_folders, std::vector<fs::path> const& macro_folders) {
        Group group{header_folders, library_macros(macro_folders)};
        group.macros.emplace_back(system_functions, "1");
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            if (groups_[i].header_folders == group.header_folders && groups_[i].macros == group.macros) return i;
        }
        groups_.push_back(std::move(group));
        return groups_.size() - 1;
    }

    void write(std::string const& name, std::string_view text) {
        std::string const problem = write_file((folder_ / name).string(), text);
        if (!problem.empty() && result_.error.empty()) result_.error = "cannot write `" + name + "`: " + problem;
    }

    void add_utilities() {
        std::string const name = std::string(root_name) + "/modelica_utilities.c";
        write(std::string(root_name) + "/ModelicaUtilities.h", utilities_header);
        write(name, utilities_source);
        roots_.push_back({name, folder_ / name, group_of({}, {}), {}, {}, {}});
    }

    // All C files of the library; those that are not needed are left out later.
    void add_libraries(ExternalCode const& code) {
        std::vector<fs::path> const folders = with_folders_inside(existing_folders(code.source_folders));
        std::vector<fs::path> headers = folders;
        std::vector<fs::path> const others = existing_folders(code.include_folders);
        headers.insert(headers.end(), others.begin(), others.end());
        std::size_t const group = group_of(headers, headers);
        for (fs::path const& file : c_files_in(folders)) {
            if (!known_sources_.insert(file).second) continue;
            units_.push_back({{}, file, group, tree_.add(file, headers), {}, {}});
        }
        for (std::string const& name : code.libraries) {
            if (find_library_file(code.library_folders, name).format != LibraryFormat::none) continue;
            SharedObject const library = load_system_library(name);
            if (library.is_loaded()) system_libraries_.emplace(name, library.path());
        }
    }

    // The code that calls the function: a piece of C that is packed too, one for all functions with the same include
    // texts; or only a reference to its symbol.
    void add_root(std::size_t function) {
        PortableCall const& given = functions_[function];
        if (!has_snippet(given.code)) {
            std::string const text =
                "extern char needed[] __asm__(\"" + given.symbol + "\");\nchar* moo_needed = needed;\n";
            fs::path const source = objects_.path() / ("root_" + std::to_string(function) + ".c");
            if (!write_file(source.string(), text).empty()) result_.error = "cannot write " + source.string();
            root_units_[function] = roots_.size();
            roots_.push_back({{}, source, group_of({}, {}), {}, {}, {}});
            return;
        }
        std::vector<fs::path> const headers = existing_folders(given.code.include_folders);
        std::string const head = snippet_head(given.code);
        auto const [known, is_new] = snippets_.try_emplace({head, headers}, roots_.size());
        if (is_new) {
            std::string const name = std::string(root_name) + "/functions_" + std::to_string(snippets_.size()) + ".c";
            roots_.push_back({name, folder_ / name, group_of(headers, {}), tree_.add_included(head, headers), {}, {}});
            texts_[known->second] = head;
        }
        texts_[known->second] += snippet_entry(given.code, given.signature, given.symbol);
        root_units_[function] = known->second;
    }

    // ---- the new folder ----

    [[nodiscard]] std::string name_of(fs::path const& file) const {
        return std::string(root_name) + "/" + tree_.name_of(file);
    }

    void copy_files() {
        for (auto const& [root, text] : texts_) write(roots_[root].name, text);
        for (auto* const list : {&units_, &roots_}) {
            for (PortableUnit& unit : *list) {
                for (fs::path const& file : unit.reads) copy(file);
                if (!unit.name.empty() || unit.reads.empty()) continue;
                unit.name = name_of(unit.source);
                unit.source = folder_ / unit.name;
            }
        }
    }

    void copy(fs::path const& file) {
        fs::path const target = folder_ / name_of(file);
        std::error_code error;
        fs::create_directories(target.parent_path(), error);
        fs::copy_file(file, target, fs::copy_options::overwrite_existing, error);
        if (error && result_.error.empty()) result_.error = "cannot copy `" + file.string() + "`: " + error.message();
    }

    [[nodiscard]] std::vector<std::string> include_names(Group const& group) const {
        std::vector<std::string> names;
        for (fs::path const& folder : group.header_folders) {
            std::string name = name_of(folder);
            std::error_code ignored;
            bool const is_new = std::find(names.begin(), names.end(), name) == names.end();
            if (is_new && fs::is_directory(folder_ / name, ignored)) names.push_back(std::move(name));
        }
        names.emplace_back(root_name);
        return names;
    }

    // ---- trying it ----

    void compile() {
        std::vector<PortableUnit*> all;
        for (auto* const list : {&units_, &roots_}) {
            for (PortableUnit& unit : *list) all.push_back(&unit);
        }
        std::vector<std::vector<std::string>> runs;
        for (std::size_t i = 0; i < all.size(); ++i) {
            Group const& group = groups_[all[i]->group];
            // A function without a prototype would get its arguments and result wrong.
            std::vector<std::string> words = {"-std=c99", "-fPIC", "-Werror=implicit-function-declaration"};
            append_words(words, macro_options(group.macros));
            for (std::string const& name : include_names(group)) append_words(words, {"-I", (folder_ / name).string()});
            all[i]->object = objects_.path() / (std::to_string(i) + ".o");
            append_words(words, {"-c", all[i]->source.string(), "-o", all[i]->object.string()});
            runs.push_back(std::move(words));
        }
        std::vector<BuildRun> results = run_compiler_on_all(compiler_, runs);
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i]->problem = std::move(results[i].lines);
            if (results[i].outcome == BuildOutcome::broken) result_.error = "the C compiler does not work";
        }
        std::vector<PortableUnit> good;
        for (PortableUnit& unit : units_) (unit.problem.empty() ? good : left_out_).push_back(std::move(unit));
        units_ = std::move(good);
        if (result_.error.empty()) result_.error = read_symbols(objects_of(units_), unit_symbols_);
    }

    static std::vector<fs::path> objects_of(std::vector<PortableUnit> const& units) {
        std::vector<fs::path> objects;
        for (PortableUnit const& unit : units) objects.push_back(unit.object);
        return objects;
    }

    // The units that these roots need.
    [[nodiscard]] std::vector<std::size_t> closure(std::set<std::size_t> const& roots) {
        std::vector<fs::path> objects;
        for (std::size_t const root : roots) objects.push_back(roots_[root].object);
        std::vector<UnitSymbols> given;
        std::string const problem = read_symbols(objects, given);
        if (!problem.empty()) result_.error = problem;
        return needed_units(unit_symbols_, given);
    }

    BuildRun link(std::set<std::size_t> const& roots, std::vector<std::size_t> const& units, bool with_libraries) {
        std::vector<std::string> words = shared_object_flags();
        append_words(words, {"-o", (objects_.path() / "trial.so").string()});
        for (std::size_t const root : roots) words.push_back(roots_[root].object.string());
        for (std::size_t const unit : units) words.push_back(units_[unit].object.string());
        for (auto const& [name, path] : system_libraries_) {
            if (with_libraries) words.push_back(path.string());
        }
        words.emplace_back("-lm");
        return run_compiler(compiler_, words);
    }

    void link_all() {
        if (!roots_[utilities].problem.empty()) result_.error = "the C compiler does not work";
        for (std::size_t i = 0; i < functions_.size(); ++i) {
            PortableUnit const& root = roots_[root_units_[i]];
            if (root.problem.empty()) continue;
            result_.problems.push_back({i, "its C code is no C99 that compiles by itself", root.problem});
        }
        if (!result_.error.empty() || !result_.problems.empty()) return;
        std::set<std::size_t> all;
        for (std::size_t i = 0; i < roots_.size(); ++i) all.insert(i);
        needed_ = closure(all);
        if (!result_.error.empty() || link(all, needed_, false).outcome == BuildOutcome::fine) return;
        BuildRun const with_libraries = link(all, needed_, true);
        if (with_libraries.outcome == BuildOutcome::fine) {
            for (auto const& [name, path] : system_libraries_) result_.libraries.push_back(name);
            return;
        }
        for (std::size_t i = 0; i < functions_.size(); ++i) {
            std::set<std::size_t> const one = {utilities, root_units_[i]};
            BuildRun const run = link(one, closure(one), true);
            if (run.outcome != BuildOutcome::fine) result_.problems.push_back(missing(i, run.lines));
        }
        if (!result_.problems.empty()) return;
        result_.problems.push_back(
            {0, "its sources and those of other functions do not go together", with_libraries.lines});
    }

    [[nodiscard]] PortableSources::Problem missing(std::size_t function, std::vector<std::string> lines) const {
        ExternalCode const& code = functions_[function].code;
        for (std::string const& name : code.libraries) {
            LibraryFile const file = find_library_file(code.library_folders, name);
            if (file.format == LibraryFormat::none) continue;
            std::string const file_name = file.path.filename().string();
            return {function, "its library `" + name + "` is there as a binary only: `" + file_name + "`", {}};
        }
        if (code.language == ExternalLanguage::fortran77) {
            std::string const& symbol = functions_[function].symbol;
            return {function, "neither a C source nor a library of the system has `" + symbol + "` of FORTRAN 77", {}};
        }
        for (PortableUnit const& unit : left_out_) append_words(lines, unit.problem);
        return {function, "something that it needs is not among the C sources", std::move(lines)};
    }

    // ---- the result ----

    void list() {
        std::set<std::string> files = {std::string(root_name) + "/ModelicaUtilities.h"};
        std::map<std::size_t, PortableSet> sets;  // by group
        auto const take = [&](PortableUnit const& unit) {
            if (unit.name.empty()) return;
            files.insert(unit.name);
            for (fs::path const& file : unit.reads) files.insert(name_of(file));
            sets[unit.group].files.push_back(unit.name);
        };
        for (PortableUnit const& root : roots_) take(root);
        for (std::size_t const unit : needed_) take(units_[unit]);
        for (auto& [group, set] : sets) {
            set.macros = groups_[group].macros;
            for (std::string& name : include_names(groups_[group])) {
                bool const is_used = std::any_of(files.begin(), files.end(),
                                                 [&](std::string const& file) { return file.starts_with(name + "/"); });
                if (is_used) set.include_folders.push_back(std::move(name));
            }
            result_.sets.push_back(std::move(set));
        }
        result_.files.assign(files.begin(), files.end());
    }

    std::vector<PortableCall> const& functions_;
    fs::path const& folder_;
    ScratchFolder objects_;
    SourceTree tree_;
    CCompiler compiler_;
    std::vector<Group> groups_;
    std::vector<PortableUnit> units_;     // the C sources of libraries
    std::vector<PortableUnit> left_out_;  // those that cannot be compiled
    std::set<fs::path> known_sources_;
    std::vector<PortableUnit> roots_;      // what is always there: the utilities, and what calls the functions
    std::vector<std::size_t> root_units_;  // by function
    std::map<std::pair<std::string, std::vector<fs::path>>, std::size_t> snippets_;  // to the root
    std::map<std::size_t, std::string> texts_;                                       // of these roots
    std::map<std::string, fs::path> system_libraries_;
    std::vector<UnitSymbols> unit_symbols_;
    std::vector<std::size_t> needed_;
    PortableSources result_;
    static constexpr std::size_t utilities = 0;  // the first root
};

}  // namespace

PortableSources make_portable(std::vector<PortableCall> const& functions, fs::path const& folder) {
    return PortableBuild(functions, folder).run();
}

}  // namespace moo
