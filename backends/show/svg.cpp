#include "backends/show/svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "backends/common/xml_text.h"
#include "backends/show/chunks.h"

namespace moo {

namespace {

// A matrix is drawn in at most that many cells a side; larger ones are drawn with several rows in a cell.
constexpr std::uint32_t most_cells = 800;
// A larger graph would be a black square.
constexpr std::size_t most_nodes = 400;
constexpr std::size_t longest_label = 28;

// Eight colours that people with any colour vision can tell apart (Okabe and Ito).
constexpr std::array<std::string_view, 8> palette = {"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                                     "#56b4e9", "#d55e00", "#f0e442", "#000000"};

std::string escaped(std::string_view text) {
    std::string out;
    for (char const c : xml_text(text)) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

std::string number(double value) {
    TextWriter out;
    out.write_real(value);
    std::string text = out.take();
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
}

class Drawing {
public:
    Drawing(double width, double height, std::string_view title) {
        text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width) + "\" height=\"" + number(height) +
                "\" viewBox=\"0 0 " + number(width) + " " + number(height) +
                "\" font-family=\"DejaVu Sans, sans-serif\" font-size=\"11\">\n<title>" + escaped(title) +
                "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
    }
    void rectangle(double x, double y, double width, double height, std::string_view attributes) {
        text_ += "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(width) + "\" height=\"" +
                 number(height) + "\" " + std::string(attributes) + "/>\n";
    }
    void label(double x, double y, std::string_view text, std::string_view attributes = "") {
        text_ += "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" " + std::string(attributes) + ">" +
                 escaped(text) + "</text>\n";
    }
    void path(std::string_view data, std::string_view attributes) {
        text_ += "<path d=\"" + std::string(data) + "\" " + std::string(attributes) + "/>\n";
    }
    [[nodiscard]] std::string take() { return text_ + "</svg>\n"; }

private:
    std::string text_;
};

// A square matrix; `cell` is the number of rows in a cell, `side` its length on the picture.
struct Scale {
    explicit Scale(std::uint32_t rows) {
        cell = rows / most_cells + 1;
        cells = (rows + cell - 1) / cell;
        side = std::clamp(600.0 / std::max(cells, 1u), 1.0, 16.0);
        side = side > 2.0 ? std::floor(side) : side;
    }
    std::uint32_t cell = 1;
    std::uint32_t cells = 0;
    double side = 1.0;
    [[nodiscard]] double length() const { return cells * side; }
    [[nodiscard]] double at(std::uint32_t row) const { return row / cell * side; }
};

constexpr double margin = 30.0;

// Squares at the cells, as one path.
std::string squares(Scale const& scale, std::set<std::pair<std::uint32_t, std::uint32_t>> const& cells) {
    std::string data;
    // Squares that are large enough have a gap between them.
    std::string const side = number(scale.side > 4.0 ? scale.side - 1.0 : scale.side);
    for (auto const& [row, column] : cells) {
        data += "M" + number(margin + column * scale.side) + " " + number(margin + row * scale.side) + "h" + side +
                "v" + side + "h-" + side + "z";
    }
    return data;
}

std::string incidence_picture(ShowContext const& context, std::uint32_t number_of_set) {
    ShownSet const& shown = context.facts.sets()[number_of_set];
    Incidence const& incidence = context.facts.incidence(number_of_set);
    Scale const scale(incidence.row_count());
    Drawing drawing(scale.length() + 2 * margin, scale.length() + 2 * margin,
                    std::string(context.text(context.document.name)) + ": incidence of " + shown.name);
    drawing.label(margin, 20,
                  shown.name + ", " + counted(incidence.row_count(), "equation") + " in " +
                      counted(shown.set->block_count(), "block"));
    drawing.rectangle(margin, margin, scale.length(), scale.length(), "fill=\"none\" stroke=\"#999\"");
    for (std::size_t block = 0; block < shown.set->block_count(); ++block) {
        if (!is_loop(shown.set->block(block))) continue;
        double const begin = scale.at(shown.set->block_starts[block]);
        double const end = scale.at(shown.set->block_starts[block + 1] - 1) + scale.side;
        drawing.rectangle(margin + begin, margin + begin, end - begin, end - begin,
                          "fill=\"#f6c8a0\" stroke=\"#d55e00\"");
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> cells;
    for (std::uint32_t row = 0; row < incidence.row_count(); ++row) {
        for (std::uint32_t const column : incidence.row(row)) cells.emplace(row / scale.cell, column / scale.cell);
    }
    drawing.path(squares(scale, cells), "fill=\"#0072b2\" fill-opacity=\"0.85\"");
    return drawing.take();
}

std::string sparsity_picture(ShowContext const& context) {
    StateJacobian const jacobian = state_jacobian(context.document);
    Scale const scale(jacobian.pattern.row_count());
    Drawing drawing(scale.length() + 2 * margin, scale.length() + 2 * margin,
                    std::string(context.text(context.document.name)) + ": derivatives of the states by the states");
    drawing.label(margin, 20,
                  counted(jacobian.states.size(), "state") + ", " + counted(jacobian.colour_count, "colour"));
    drawing.rectangle(margin, margin, scale.length(), scale.length(), "fill=\"none\" stroke=\"#999\"");
    // More colours than the palette has repeat.
    std::array<std::set<std::pair<std::uint32_t, std::uint32_t>>, palette.size()> cells;
    for (std::uint32_t row = 0; row < jacobian.pattern.row_count(); ++row) {
        for (std::uint32_t const column : jacobian.pattern.row(row)) {
            std::uint32_t const colour = column < jacobian.colours.size() ? jacobian.colours[column] : 0;
            cells[colour % palette.size()].emplace(row / scale.cell, column / scale.cell);
        }
    }
    for (std::size_t i = 0; i < palette.size(); ++i) {
        if (!cells[i].empty()) drawing.path(squares(scale, cells[i]), "fill=\"" + std::string(palette[i]) + "\"");
    }
    return drawing.take();
}

// Blocks in layers: each is below all that it uses.
TextAnswer dependency_picture(ShowContext const& context, std::uint32_t number_of_set) {
    ShownSet const& shown = context.facts.sets()[number_of_set];
    std::size_t const count = shown.set->block_count();
    if (count > most_nodes) {
        return {{},
                shown.name + " has " + std::to_string(count) + " blocks, and a picture of more than " +
                    std::to_string(most_nodes) + " would be illegible; the page shows parts of the graph"};
    }
    std::vector<std::uint32_t> block_of_row(shown.set->equations.size());
    for (std::uint32_t block = 0; block < count; ++block) {
        std::fill(block_of_row.begin() + shown.set->block_starts[block],
                  block_of_row.begin() + shown.set->block_starts[block + 1], block);
    }
    std::vector<std::uint32_t> layers(count, 0);
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t row = 0; row < block_of_row.size(); ++row) {
        std::uint32_t const block = block_of_row[row];
        for (std::uint32_t const column : context.facts.incidence(number_of_set).row(row)) {
            std::uint32_t const used = block_of_row[column];
            if (used >= block) continue;
            edges.emplace(used, block);
            layers[block] = std::max(layers[block], layers[used] + 1);
        }
    }
    constexpr double width = 190.0;
    constexpr double height = 24.0;
    constexpr double gap = 36.0;
    // A layer with many blocks has several lines.
    constexpr std::uint32_t widest = 7;
    std::vector<std::uint32_t> sizes;
    std::vector<std::uint32_t> places(count);
    for (std::size_t block = 0; block < count; ++block) {
        if (layers[block] >= sizes.size()) sizes.resize(layers[block] + 1, 0);
        places[block] = sizes[layers[block]]++;
    }
    std::vector<double> tops = {margin};
    for (std::uint32_t const size : sizes)
        tops.push_back(tops.back() + (height + 8) * ((size + widest - 1) / widest) + gap);
    auto const x = [&](std::size_t block) { return margin + (width + 12) * (places[block] % widest); };
    auto const y = [&](std::size_t block) { return tops[layers[block]] + (height + 8) * (places[block] / widest); };
    Drawing drawing(2 * margin + (width + 12) * std::min(widest, *std::ranges::max_element(sizes)),
                    tops.back() + margin,
                    std::string(context.text(context.document.name)) + ": dependencies of the blocks of " + shown.name);
    std::string lines;
    for (auto const& [used, block] : edges) {
        double const from = y(used) + height;
        double const to = y(block);
        double const middle = (from + to) / 2;
        lines += "M" + number(x(used) + width / 2) + " " + number(from) + "C" + number(x(used) + width / 2) + " " +
                 number(middle) + " " + number(x(block) + width / 2) + " " + number(middle) + " " +
                 number(x(block) + width / 2) + " " + number(to);
    }
    if (!lines.empty()) drawing.path(lines, "fill=\"none\" stroke=\"#888\" stroke-opacity=\"0.6\"");
    for (std::size_t block = 0; block < count; ++block) {
        std::span<SetEquation const> const equations = shown.set->block(block);
        bool const has_loop = is_loop(equations);
        drawing.rectangle(
            x(block), y(block), width, height,
            has_loop ? "fill=\"#f6c8a0\" stroke=\"#d55e00\" rx=\"4\"" : "fill=\"#e8f1f8\" stroke=\"#0072b2\" rx=\"4\"");
        std::string label = std::to_string(block + 1) + ": " + context.formulas.text(equations.back().target);
        if (equations.size() > 1) label += " and " + std::to_string(equations.size() - 1) + " more";
        // Names are ASCII, so that any byte is a character.
        if (label.size() > longest_label) label = label.substr(0, longest_label - 3) + "...";
        drawing.label(x(block) + 8, y(block) + 16, label);
    }
    return {drawing.take(), {}};
}

}  // namespace

TextAnswer write_svg(ShowContext& context, std::string_view picture, std::string_view set) {
    std::vector<ShownSet> const& sets = context.facts.sets();
    auto const found = std::ranges::find(sets, set, &ShownSet::name);
    if (found == sets.end() || found->set->empty()) {
        return {{}, "there is no set `" + std::string(set) + "`; sets are Eq, iEq, riEq and P1.Eq, P2.Eq, …"};
    }
    auto const number_of_set = static_cast<std::uint32_t>(found - sets.begin());
    if (picture == "incidence") return {incidence_picture(context, number_of_set), {}};
    if (picture == "dependencies") return dependency_picture(context, number_of_set);
    if (picture != "sparsity") {
        return {{}, "`" + std::string(picture) + "` is not a picture; write incidence, sparsity or dependencies"};
    }
    if (context.document.states().empty()) return {{}, "the model has no states"};
    return {sparsity_picture(context), {}};
}

}  // namespace moo
