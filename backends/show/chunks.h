// The data of a page, chunk by chunk; docs/moshow.md describes each.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>

#include "backends/show/explain.h"

namespace moo {

inline constexpr std::size_t rows_of_chunk = 2000;

// Takes a chunk: its name, such as `variables/0`, and its JSON.
using TakeChunk = std::function<void(std::string_view name, std::string json)>;

void write_variables(ShowContext& context, Explanations& explanations, TakeChunk const& take);
void write_equations(ShowContext& context, TakeChunk const& take);
void write_unsorted(ShowContext& context, TakeChunk const& take);
void write_shared(ShowContext& context, TakeChunk const& take);
// The chunks `structure`, `loops` and `jacobian`.
void write_structure(ShowContext& context, Explanations& explanations, TakeChunk const& take);
void write_events(ShowContext& context, TakeChunk const& take);
// If there are results. Returns how many variables have none.
std::size_t write_curves(ShowContext& context, TakeChunk const& take);
// If the model is compared with another one.
void write_differences(ShowContext& context, TakeChunk const& take);
// The chunks `components`, `states` and `initialization`.
void write_overview(ShowContext& context, Explanations& explanations, TakeChunk const& take);
// The chunk `index`, whose fields depend on what all others have used; `chunks` are their names,
// and `without_curve` variables have no results.
[[nodiscard]] std::string index_chunk(ShowContext& context, std::vector<std::string> const& chunks,
                                      std::size_t without_curve);

// All of them, with `index` at the end.
void write_chunks(ShowContext& context, TakeChunk const& take);

// The sparsity of the derivatives of the states by the states.
struct StateJacobian {
    std::vector<VarId> states;
    Incidence pattern;  // a row for each derivative
    std::vector<std::uint32_t> colours;
    std::uint32_t colour_count = 0;
};
[[nodiscard]] StateJacobian state_jacobian(Document const& document);

// The rows of a table in parts: `write_row(out, i)` for each row of a part.
template <class WriteRow>
void write_table(std::string const& name, std::size_t count, TakeChunk const& take, WriteRow write_row) {
    for (std::size_t first = 0; first < count; first += rows_of_chunk) {
        JsonWriter out;
        out.begin_list();
        for (std::size_t row = first; row < std::min(count, first + rows_of_chunk); ++row) write_row(out, row);
        out.end_list();
        take(name + "/" + std::to_string(first / rows_of_chunk), out.take());
    }
}

}  // namespace moo
