// The chunks `curves` and `diff`.
#include "backends/show/chunks.h"

namespace moo {

namespace {

constexpr std::size_t most_points = 400;

void write_curve(JsonWriter& out, RunTable const& table, std::size_t column) {
    std::vector<double> const& values = table.columns[column];
    std::vector<std::size_t> const points = curve_points(values, most_points);
    out.begin_list();
    for (std::size_t const from : {std::size_t{0}, column}) {
        out.begin_list();
        for (std::size_t const point : points) out.real(table.columns[from][point]);
        out.end_list();
    }
    out.end_list();
}

}  // namespace

std::size_t write_curves(ShowContext& context, TakeChunk const& take) {
    if (context.run == nullptr) return 0;
    RunTable const& table = context.run->table;
    std::unordered_map<std::string_view, std::size_t> columns;
    for (std::size_t i = 1; i < table.names.size(); ++i) columns.emplace(table.names[i], i);
    std::size_t const count = context.document.variables.size();
    std::size_t missing = 0;
    for (std::size_t first = 0; first < count; first += rows_of_chunk) {
        JsonWriter out;
        out.begin_object();
        for (std::size_t i = first; i < std::min(count, first + rows_of_chunk); ++i) {
            auto const found = columns.find(context.facts.name_of(VarId(i)));
            if (found == columns.end()) {
                ++missing;
                continue;
            }
            out.key(std::to_string(i));
            write_curve(out, table, found->second);
        }
        out.end_object();
        take("curves/" + std::to_string(first / rows_of_chunk), out.take());
    }
    return missing;
}

void write_differences(ShowContext& context, TakeChunk const& take) {
    if (context.differences == nullptr) return;
    JsonWriter out;
    out.begin_list();
    for (Difference const& difference : context.differences->list) {
        out.begin_object();
        out.always("what", difference.what);
        out.text_field("name", difference.name);
        out.always("change", change_name(difference.change));
        out.always("text", difference.text);
        out.end_object();
    }
    out.end_list();
    take("diff", out.take());
}

}  // namespace moo
