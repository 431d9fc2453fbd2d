#include "moo/io/base_modelica/read_sources.h"

#include <algorithm>
#include <array>

#include "moo/io/base_modelica/source_table.h"
#include "moo/lower/annotation.h"

namespace moo::base_modelica {

namespace {

class TableReader {
public:
    TableReader(ast::Ast const& ast, SourceManager& sources, Interner& interner, UserPlaces& user_places)
        : ast_(ast), sources_(sources), interner_(interner), user_places_(user_places) {}

    std::optional<std::vector<SourcePlace>> run(ast::ModificationId annotation) {
        ast::ModificationId const ours = find(find(annotation, "SourceLocations"), "__moo");
        if (!ours) return std::nullopt;
        std::vector<SourcePlace> places;
        ast::ModificationId const table = find(ours, "table");
        if (!table) return places;
        files_ = strings_argument(ast_, interner_, ours, "files");
        for (std::string const& name : strings_argument(ast_, interner_, ours, "instances")) {
            instances_.push_back(interner_.intern(name));
        }
        for (std::string const& name : strings_argument(ast_, interner_, ours, "origins")) {
            origins_.push_back(find_origin(name));
        }
        is_library_.resize(files_.size(), false);
        for (std::size_t const file : read_numbers(ours, "libraries")) {
            if (file >= 1 && file <= files_.size()) is_library_[file - 1] = true;
        }
        for (ast::ExprId const row : array_elements(ast_[table].value)) places.push_back(read_row(array_elements(row)));
        std::vector<std::string> const declared = strings_argument(ast_, interner_, ours, "declared");
        std::vector<std::size_t> const rows = read_numbers(ours, "declarations");
        for (std::size_t i = 0; i < std::min(declared.size(), rows.size()); ++i) {
            if (rows[i] >= 1 && rows[i] <= places.size()) user_places_.declare(declared[i], places[rows[i] - 1].span);
        }
        return places;
    }

private:
    static constexpr std::int64_t most = 0x7fffffff;

    [[nodiscard]] ast::ModificationId find(ast::ModificationId in, std::string_view name) const {
        return find_argument(ast_, interner_, in, name);
    }

    [[nodiscard]] std::span<ast::ExprId const> array_elements(ast::ExprId id) const {
        if (!id || ast_[id].kind != ast::ExprKind::array) return {};
        return ast_.elements(id);
    }

    // `name = {1, 2}`; what is not a number in the range of a table counts as zero.
    [[nodiscard]] std::vector<std::size_t> read_numbers(ast::ModificationId in, std::string_view name) const {
        std::vector<std::size_t> numbers;
        ast::ModificationId const found = find(in, name);
        if (!found) return numbers;
        for (ast::ExprId const id : array_elements(ast_[found].value)) {
            ast::Expr const& cell = ast_[id];
            bool const is_number = cell.kind == ast::ExprKind::integer && cell.integer >= 0 && cell.integer <= most;
            numbers.push_back(is_number ? static_cast<std::size_t>(cell.integer) : 0);
        }
        return numbers;
    }

    // {file, line, column, instance, origin}, of which the last two may be missing; zero is "none".
    SourcePlace read_row(std::span<ast::ExprId const> row) {
        std::array<std::size_t, 5> cells{};
        SourcePlace place;
        if (row.size() < 3 || row.size() > cells.size()) return place;
        for (std::size_t i = 0; i < row.size(); ++i) {
            ast::Expr const& cell = ast_[row[i]];
            if (cell.kind != ast::ExprKind::integer || cell.integer < 0 || cell.integer > most) return place;
            cells[i] = static_cast<std::size_t>(cell.integer);
        }
        auto const [file, line, column, instance, origin] = cells;
        if (file >= 1 && file <= files_.size() && line >= 1 && column >= 1) {
            SourceLoc const loc = sources_.add_remote(files_[file - 1], static_cast<std::uint32_t>(line),
                                                      static_cast<std::uint32_t>(column));
            place.span = {loc, loc};
            if (is_library_[file - 1]) user_places_.add_library(loc, loc);
        }
        if (instance >= 1 && instance <= instances_.size()) place.instance = instances_[instance - 1];
        if (origin >= 1 && origin <= origins_.size()) place.origin = origins_[origin - 1];
        return place;
    }

    ast::Ast const& ast_;
    SourceManager& sources_;
    Interner& interner_;
    UserPlaces& user_places_;
    std::vector<std::string> files_;
    std::vector<bool> is_library_;  // by file
    std::vector<Symbol> instances_;
    std::vector<ProvenanceKind> origins_;
};

}  // namespace

std::optional<std::vector<SourcePlace>> read_source_table(ast::Ast const& ast, ast::ModificationId annotation,
                                                          SourceManager& sources, Interner& interner,
                                                          UserPlaces& user_places) {
    return TableReader(ast, sources, interner, user_places).run(annotation);
}

}  // namespace moo::base_modelica
