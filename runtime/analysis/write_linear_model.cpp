#include <functional>

#include "runtime/analysis/linearize.h"
#include "runtime/text/markup_text.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

std::string join(std::size_t count, std::string const& separator, std::function<std::string(std::size_t)> const& item) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : separator) + item(i);
    return text;
}

// How a language writes the parts of a linear model.
struct Notation {
    std::function<std::string(std::string const&)> text;
    std::function<std::string(std::vector<std::string> const&)> texts;
    std::function<std::string(std::vector<double> const&)> vector;
    std::function<std::string(std::vector<double> const&, std::size_t, std::size_t)> matrix;
    std::string before;   // a name
    std::string between;  // a name and its value
    std::string behind;   // a value that is not the last
};

std::string json_vector(std::vector<double> const& values) {
    return "[" + join(values.size(), ", ", [&](std::size_t i) { return number_text(values[i]); }) + "]";
}

// Strings, lists and numbers of JSON are also valid in Python.
Notation json_notation() {
    return {[](std::string const& text) { return json_string(text); },
            [](std::vector<std::string> const& texts) {
                return "[" + join(texts.size(), ", ", [&](std::size_t i) { return json_string(texts[i]); }) + "]";
            },
            json_vector,
            [](std::vector<double> const& values, std::size_t rows, std::size_t columns) {
                return "[" +
                       join(rows, ",\n    ",
                            [&](std::size_t row) {
                                auto const begin = values.begin() + static_cast<std::ptrdiff_t>(row * columns);
                                return json_vector({begin, begin + static_cast<std::ptrdiff_t>(columns)});
                            }) +
                       "]";
            },
            "  \"",
            "\": ",
            ",\n"};
}

Notation python_notation() {
    Notation notation = json_notation();
    notation.before = "";
    notation.between = " = ";
    notation.behind = "\n";
    return notation;
}

std::string octave_text(std::string const& text) {
    std::string quoted = "'";
    for (char const c : valid_utf8(text)) {
        if (static_cast<unsigned char>(c) < 0x20) continue;
        quoted += c;
        if (c == '\'') quoted += c;
    }
    return quoted + "'";
}

std::string octave_matrix(std::vector<double> const& values, std::size_t rows, std::size_t columns) {
    if (rows == 0 || columns == 0) return "zeros(" + std::to_string(rows) + ", " + std::to_string(columns) + ")";
    return "[" +
           join(rows, ";\n  ",
                [&](std::size_t row) {
                    return join(columns, ", ",
                                [&](std::size_t column) { return number_text(values[row * columns + column]); });
                }) +
           "]";
}

Notation octave_notation() {
    return {octave_text,
            [](std::vector<std::string> const& texts) {
                return "{" + join(texts.size(), ", ", [&](std::size_t i) { return octave_text(texts[i]); }) + "}";
            },
            [](std::vector<double> const& values) { return octave_matrix(values, values.size(), 1); },
            octave_matrix,
            "",
            " = ",
            ";\n"};
}

std::string write(LinearModel const& model, Notation const& n) {
    std::size_t const states = model.states.size();
    std::size_t const inputs = model.inputs.size();
    std::size_t const outputs = model.outputs.size();
    std::string text;
    auto const field = [&](std::string const& name, std::string const& value) {
        text += n.before + name + n.between + value + n.behind;
    };
    field("model", n.text(model.name));
    field("time", number_text(model.time));
    field("states", n.texts(model.states));
    field("inputs", n.texts(model.inputs));
    field("outputs", n.texts(model.outputs));
    field("x0", n.vector(model.x0));
    field("u0", n.vector(model.u0));
    field("y0", n.vector(model.y0));
    field("f0", n.vector(model.f0));
    field("A", n.matrix(model.a, states, states));
    field("B", n.matrix(model.b, states, inputs));
    field("C", n.matrix(model.c, outputs, states));
    field("D", n.matrix(model.d, outputs, inputs));
    return text;
}

std::string comment(std::string const& mark) {
    return mark + " A linear model: d/dt dx = f0 + A dx + B du, dy = C dx + D du, where dx, du and dy are the\n" +
           mark + " distances of states, inputs and outputs from x0, u0 and y0.\n";
}

}  // namespace

std::string write_linear_model(LinearModel const& model, LinearFormat format) {
    switch (format) {
        case LinearFormat::json: {
            std::string text = write(model, json_notation());
            text.resize(text.size() - 2);  // no comma after the last
            return "{\n" + text + "\n}\n";
        }
        case LinearFormat::octave: return comment("%") + write(model, octave_notation());
        case LinearFormat::python: return comment("#") + write(model, python_notation());
    }
    return {};
}

}  // namespace moo::runtime
