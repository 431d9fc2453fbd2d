#include "backends/cpp/emit_functions.h"

#include <cctype>

#include "backends/common/c_expression.h"
#include "backends/common/c_precedence.h"
#include "backends/cpp/emit_external.h"
#include "backends/cpp/function_names.h"

namespace moo {

namespace {

class FunctionEmitter {
public:
    FunctionEmitter(TextWriter& out, Program const& program, std::size_t number, CppResources const& resources)
        : out_(out),
          program_(program),
          resources_(resources),
          f_(program.functions[number]),
          names_(program.functions[number], number) {}

    void run(Interner const& interner, SourceManager const& sources) {
        emit_places(sources);
        out_.line("// " + c_comment_text(f_.name.empty() ? "an expression of the equations" : f_.name));
        out_.line(function_head(program_, f_, names_) + " {");
        out_.deeper();
        if (f_.is_recursive) out_.line("MooDepth const depth(" + place(0) + ");");
        emit_variables();
        statements(f_.body);
        if (f_.external)
            emit_external_call(out_, program_, f_, names_, interner, [this](ProgramExpr e) { return text(e); });
        if (f_.gives_scalar()) out_.line("return " + names_.scalar(f_.outputs[0].index) + ";");
        out_.shallower();
        out_.line("}");
        out_.line("");
    }

private:
    [[nodiscard]] std::string place(std::uint32_t number) const {
        return names_.places() + "[" + std::to_string(number) + "]";
    }

    void emit_places(SourceManager const& sources) {
        out_.line("char const* const " + names_.places() + "[] = {");
        for (SourceSpan const& span : f_.places) {
            std::string where = sources.place_text(span.begin);
            if (!f_.name.empty()) where += (where.empty() ? "in `" : ", in `") + f_.name + "`";
            out_.line("  " + c_string_literal(where) + ",");
        }
        out_.line("};");
    }

    void emit_variables() {
        std::vector<bool> is_given(f_.scalars.size());
        std::vector<bool> is_array_given(f_.arrays.size());
        auto const mark = [&](ProgramItem const& item) {
            (item.is_array ? is_array_given : is_given)[item.index] = true;
        };
        for (ProgramItem const& item : f_.inputs) mark(item);
        if (!f_.gives_scalar()) {
            for (ProgramItem const& item : f_.outputs) {
                mark(item);
                if (item.is_array) out_.line(names_.array(item.index) + ".clear();");
                if (!item.is_array) out_.line(names_.scalar(item.index) + " = 0;");
            }
        }
        for (std::uint32_t i = 0; i < f_.scalars.size(); ++i) {
            if (is_given[i]) continue;
            std::string const comment = f_.scalars[i].name.empty() ? "" : "  // " + c_comment_text(f_.scalars[i].name);
            out_.line("[[maybe_unused]] " + std::string(scalar_type_text(f_.scalars[i].type)) + " " + names_.scalar(i) +
                      " = 0;" + comment);
        }
        for (std::uint32_t i = 0; i < f_.arrays.size(); ++i) {
            if (is_array_given[i]) continue;
            std::string const comment = f_.arrays[i].name.empty() ? "" : "  // " + c_comment_text(f_.arrays[i].name);
            out_.line("MooArray " + names_.array(i) + ";" + comment);
        }
    }

    // ---- expressions ----

    [[nodiscard]] std::string array(std::uint32_t index) const { return names_.array(index); }

    std::string text(ProgramExpr expr, int least = c_precedence::conditional) {
        ProgramNode const& n = program_.nodes[expr];
        auto const in_parentheses = [&](std::string inner, int precedence) {
            return precedence < least ? "(" + inner + ")" : inner;
        };
        auto const binary = [&](char const* symbol, int precedence, bool is_strict) {
            return in_parentheses(text(program_.operand(n, 0), is_strict ? precedence + 1 : precedence) + symbol +
                                      text(program_.operand(n, 1), precedence + 1),
                                  precedence);
        };
        switch (n.op) {
            case ProgramOp::number: return number(n, least);
            // Without the underscore that stands before the number of a variable: `text_0` could be one.
            case ProgramOp::text: {
                bool const is_file = resources_.contains(program_.texts[n.index]);
                return "text" + std::to_string(n.index) + (is_file ? "(m)" : "");
            }
            case ProgramOp::local: return names_.scalar(n.index);
            case ProgramOp::global: return loaded("m->value[" + std::to_string(n.index) + "]", n.type);
            case ProgramOp::neg:
                return in_parentheses("-" + text(program_.operand(n, 0), c_precedence::primary), c_precedence::unary);
            case ProgramOp::logical_not:
                return in_parentheses("!" + text(program_.operand(n, 0), c_precedence::primary), c_precedence::unary);
            case ProgramOp::to_real: return "double(" + text(program_.operand(n, 0)) + ")";
            case ProgramOp::add: return binary(" + ", c_precedence::additive, false);
            case ProgramOp::sub: return binary(" - ", c_precedence::additive, false);
            case ProgramOp::mul: return binary(" * ", c_precedence::multiplicative, false);
            case ProgramOp::div: return binary(" / ", c_precedence::multiplicative, false);
            case ProgramOp::pow: return call("moo_power", n);
            case ProgramOp::logical_and: return binary(" && ", c_precedence::logical_and, false);
            case ProgramOp::logical_or: return binary(" || ", c_precedence::logical_or, false);
            case ProgramOp::less: return relation(n, " < ", c_precedence::comparison, least);
            case ProgramOp::less_equal: return relation(n, " <= ", c_precedence::comparison, least);
            case ProgramOp::greater: return relation(n, " > ", c_precedence::comparison, least);
            case ProgramOp::greater_equal: return relation(n, " >= ", c_precedence::comparison, least);
            case ProgramOp::equal: return relation(n, " == ", c_precedence::equality, least);
            case ProgramOp::not_equal: return relation(n, " != ", c_precedence::equality, least);
            case ProgramOp::if_else:
                // Literals are of a smaller type.
                if (n.type == ScalarType::integer) {
                    return "int64_t(" + text(program_.operand(n, 0), c_precedence::conditional + 1) + " ? " +
                           text(program_.operand(n, 1), c_precedence::conditional + 1) + " : " +
                           text(program_.operand(n, 2), c_precedence::conditional) + ")";
                }
                return in_parentheses(text(program_.operand(n, 0), c_precedence::conditional + 1) + " ? " +
                                          text(program_.operand(n, 1), c_precedence::conditional + 1) + " : " +
                                          text(program_.operand(n, 2), c_precedence::conditional),
                                      c_precedence::conditional);
            case ProgramOp::function: return function(n);
            case ProgramOp::element: return loaded(element(n.index, operands(n)), n.type);
            case ProgramOp::place: return loaded(array(n.index) + "[" + text(program_.operand(n, 0)) + "]", n.type);
            case ProgramOp::size: return size(n);
            case ProgramOp::count: return array(n.index) + ".count()";
            case ProgramOp::sum: return loaded("moo_sum(" + array(n.index) + ")", n.type);
            case ProgramOp::product: return loaded("moo_product_of(" + array(n.index) + ")", n.type);
            case ProgramOp::smallest: return loaded("moo_smallest(" + array(n.index) + ", " + here() + ")", n.type);
            case ProgramOp::largest: return loaded("moo_largest(" + array(n.index) + ", " + here() + ")", n.type);
            case ProgramOp::only_element: return loaded("moo_scalar(" + array(n.index) + ", " + here() + ")", n.type);
            case ProgramOp::dot:
                return loaded("moo_dot(" + array(n.index) + ", " + array(n.other) + ", " + here() + ")", n.type);
            case ProgramOp::concatenate: return call("moo_concatenate", n);
            case ProgramOp::text_of_real: return call("moo_text_of_real", n, ", " + here());
            case ProgramOp::text_of_integer: return call("moo_text_of_integer", n, ", " + here());
            case ProgramOp::text_of_boolean: return call("moo_text_of_boolean", n, ", " + here());
            case ProgramOp::text_of_literal: {
                std::string const table = "literals_" + std::to_string(n.index);
                return "moo_text_of_literal(" + text(program_.operand(n, 0)) + ", " + table + ", " +
                       std::to_string(program_.enumerations[n.index].size()) + ", " + text(program_.operand(n, 1)) +
                       ", " + text(program_.operand(n, 2)) + ", " + here() + ")";
            }
            case ProgramOp::format_real: return call("moo_format_real", n, ", " + here());
            case ProgramOp::format_integer: return call("moo_format_integer", n, ", " + here());
        }
        return {};
    }

    static std::string number(ProgramNode const& n, int least) {
        if (n.type == ScalarType::boolean) return n.number != 0.0 ? "true" : "false";
        TextWriter digits;
        if (n.type == ScalarType::integer) {
            digits.write_integer(static_cast<std::int64_t>(n.number));
        } else {
            digits.write_real(n.number);
        }
        std::string const made = digits.take();
        return made[0] == '-' && least > c_precedence::additive ? "(" + made + ")" : made;
    }

    // A number of an array or slot as a value of its type.
    static std::string loaded(std::string const& value, ScalarType type) {
        if (type == ScalarType::integer) return "int64_t(" + value + ")";
        return type == ScalarType::boolean ? "(" + value + " != 0.0)" : value;
    }

    [[nodiscard]] std::string here() const { return place(at_); }

    std::vector<std::string> operands(ProgramNode const& n) {
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < n.operand_count; ++i) texts.push_back(text(program_.operand(n, i)));
        return texts;
    }

    static std::string joined(std::vector<std::string> const& texts) {
        std::string all;
        for (std::string const& each : texts) all += (all.empty() ? "" : ", ") + each;
        return all;
    }

    std::string call(char const* name, ProgramNode const& n, std::string const& more = {}) {
        return std::string(name) + "(" + joined(operands(n)) + more + ")";
    }

    std::string element(std::uint32_t index, std::vector<std::string> const& subscripts) {
        if (subscripts.size() <= 2) return array(index) + ".at(" + joined(subscripts) + ", " + here() + ")";
        return array(index) + ".at(MooSizes{" + joined(subscripts) + "}.values, " + here() + ")";
    }

    std::string size(ProgramNode const& n) {
        ProgramNode const& dimension = program_.nodes[program_.operand(n, 0)];
        bool const is_array = n.index < first_constant_array;
        if (dimension.op == ProgramOp::number && is_array && dimension.number >= 1.0 &&
            dimension.number <= static_cast<double>(f_.arrays[n.index].rank)) {
            return array(n.index) + ".size(" + std::to_string(static_cast<int>(dimension.number) - 1) + ")";
        }
        return "moo_size(" + array(n.index) + ", " + text(program_.operand(n, 0)) + ", " + here() + ")";
    }

    std::string relation(ProgramNode const& n, char const* symbol, int precedence, int least) {
        ScalarType const type = program_.nodes[program_.operand(n, 0)].type;
        bool const orders_texts = type == ScalarType::text && precedence == c_precedence::comparison;
        std::string const a = text(program_.operand(n, 0), precedence + 1);
        std::string const b = text(program_.operand(n, 1), precedence + 1);
        std::string const inner = orders_texts ? "moo_compare(" + a + ", " + b + ")" + symbol + "0" : a + symbol + b;
        return precedence < least ? "(" + inner + ")" : inner;
    }

    std::string function(ProgramNode const& n) {
        auto const builtin = static_cast<Builtin>(n.index);
        bool const is_integer = n.type == ScalarType::integer;
        switch (builtin) {
            case Builtin::abs: return call(is_integer ? "moo_integer_abs" : "std::fabs", n);
            case Builtin::min: return call(is_integer ? "moo_integer_min" : "moo_min", n);
            case Builtin::max: return call(is_integer ? "moo_integer_max" : "moo_max", n);
            case Builtin::sign: return call("moo_sign", n);
            case Builtin::integer:
            case Builtin::to_integer: return call("moo_integer", n);
            case Builtin::div: return call(is_integer ? "moo_integer_div" : "moo_div", n, ", " + here());
            case Builtin::mod: return call(is_integer ? "moo_integer_mod" : "moo_mod", n, ", " + here());
            case Builtin::rem: return call(is_integer ? "moo_integer_rem" : "moo_rem", n, ", " + here());
            default: break;
        }
        return call(("std::" + std::string(builtin_info(builtin).name)).c_str(), n);
    }

    // ---- statements ----

    void statements(std::vector<ProgramStatement> const& list) {
        for (ProgramStatement const& each : list) {
            at_ = each.place;
            statement(each);
        }
    }

    void block(std::string const& head, std::vector<ProgramStatement> const& body) {
        out_.line(head + " {");
        out_.deeper();
        statements(body);
        out_.shallower();
    }

    void statement(ProgramStatement const& s) {
        switch (s.kind) {
            case ProgramStatementKind::assign: return out_.line(names_.scalar(s.target) + " = " + text(s.value) + ";");
            case ProgramStatementKind::store: {
                std::vector<std::string> subscripts;
                for (ProgramExpr const each : s.scalars) subscripts.push_back(text(each));
                return out_.line(element(s.target, subscripts) + " = " + text(s.value) + ";");
            }
            case ProgramStatementKind::place:
                return out_.line(array(s.target) + "[" + text(s.scalars[0]) + "] = " + text(s.value) + ";");
            case ProgramStatementKind::array: return array_operation(s);
            case ProgramStatementKind::call: return call_statement(s);
            case ProgramStatementKind::if_:
                block("if (" + text(s.value) + ")", s.body);
                if (!s.otherwise.empty()) block("} else", s.otherwise);
                return out_.line("}");
            case ProgramStatementKind::loop: return loop(s);
            case ProgramStatementKind::while_: block("while (" + text(s.value) + ")", s.body); return out_.line("}");
            case ProgramStatementKind::break_: return out_.line("break;");
            case ProgramStatementKind::return_:
                return out_.line(f_.gives_scalar() ? "return " + names_.scalar(f_.outputs[0].index) + ";" : "return;");
            case ProgramStatementKind::assertion:
                return out_.line("moo_assertion(m, " + here() + ", " + text(s.scalars[0]) + ", " +
                                 (s.extra != 0 ? "true" : "false") + ");");
            case ProgramStatementKind::terminate:
                return out_.line("moo_terminate(m, " + here() + ", " + text(s.scalars[0]) + ");");
        }
    }

    void loop(ProgramStatement const& s) {
        std::string const i = names_.scalar(s.target);
        std::string const last = i + "_last";
        ProgramNode const& step = program_.nodes[s.scalars[1]];
        std::string head =
            "for (int64_t " + last + " = (" + i + " = " + text(s.scalars[0]) + ", " + text(s.scalars[2]) + ")";
        if (step.op == ProgramOp::number && step.number != 0.0) {
            head +=
                "; " + i + (step.number > 0.0 ? " <= " : " >= ") + last + "; " + i + " += " + text(s.scalars[1]) + ")";
        } else {
            std::string const by = i + "_step";
            head += ", " + by + " = moo_step(" + text(s.scalars[1]) + ", " + here() + "); " + by + " > 0 ? " + i +
                    " <= " + last + " : " + i + " >= " + last + "; " + i + " += " + by + ")";
        }
        block(head, s.body);
        out_.line("}");
    }

    void call_statement(ProgramStatement const& s) {
        ProgramFunction const& callee = program_.functions[s.target];
        FunctionNames const names(callee, s.target);
        std::string arguments = "m";
        for (ProgramItem const& item : s.inputs)
            arguments += ", " + (item.is_array ? array(item.index) : text(item.index));
        if (callee.gives_scalar()) {
            return out_.line(names_.scalar(s.outputs[0].index) + " = " + names.function() + "(" + arguments + ");");
        }
        for (ProgramItem const& item : s.outputs) {
            arguments += ", " + (item.is_array ? array(item.index) : names_.scalar(item.index));
        }
        out_.line(names.function() + "(" + arguments + ");");
    }

    std::string subscripts(std::vector<ProgramSubscript> const& list) {
        std::string all;
        for (ProgramSubscript const& each : list) {
            if (!all.empty()) all += ", ";
            switch (each.kind) {
                case SubscriptKind::whole: all += "moo_whole()"; break;
                case SubscriptKind::single: all += "moo_single(" + text(each.first) + ")"; break;
                case SubscriptKind::range:
                    all += "moo_range(" + text(each.first) + ", " + text(each.step) + ", " + text(each.last) + ")";
                    break;
                case SubscriptKind::list: all += "moo_list(" + array(each.values) + ")"; break;
            }
        }
        return "MooSubscripts{" + all + "}.values";
    }

    static char const* operation_name(ArrayOperation operation) {
        switch (operation) {
            case ArrayOperation::copy: return "moo_copy";
            case ArrayOperation::assign: return "moo_assign";
            case ArrayOperation::fill: return "moo_fill";
            case ArrayOperation::shape_like: return "moo_shape_like";
            case ArrayOperation::same_shape: return "moo_same_shape";
            case ArrayOperation::check_size: return "moo_check_size";
            case ArrayOperation::slice: return "moo_slice";
            case ArrayOperation::store_slice: return "moo_store_slice";
            case ArrayOperation::clear: return "clear";
            case ArrayOperation::append:
            case ArrayOperation::append_array: return "append";
            case ArrayOperation::stack: return "moo_stack";
            case ArrayOperation::make_range: return "moo_make_range";
            case ArrayOperation::linspace: return "moo_linspace";
            case ArrayOperation::sizes: return "moo_sizes";
            case ArrayOperation::identity: return "moo_identity";
            case ArrayOperation::diagonal: return "moo_diagonal";
            case ArrayOperation::transpose: return "moo_transpose";
            case ArrayOperation::symmetric: return "moo_symmetric";
            case ArrayOperation::cross: return "moo_cross";
            case ArrayOperation::skew: return "moo_skew";
            case ArrayOperation::outer_product: return "moo_outer_product";
            case ArrayOperation::product: return "moo_product";
            case ArrayOperation::matrix_power: return "moo_matrix_power";
            case ArrayOperation::cat: return "moo_cat";
            case ArrayOperation::vector: return "moo_vector";
            case ArrayOperation::promote: return "moo_promote";
        }
        return "";
    }

    void array_operation(ProgramStatement const& s) {
        std::string const target = array(s.target);
        std::vector<std::string> scalars;
        for (ProgramExpr const each : s.scalars) scalars.push_back(text(each));
        std::vector<std::string> arrays;
        for (std::uint32_t const each : s.arrays) arrays.push_back(array(each));
        auto const sizes = [&](std::size_t first) {
            std::vector<std::string> const list(scalars.begin() + static_cast<std::ptrdiff_t>(first), scalars.end());
            return std::to_string(list.size()) + ", MooSizes{" + joined(list) + "}.values";
        };
        std::string const name = operation_name(s.operation);
        auto const write = [&](std::string const& arguments) {
            out_.line(name + "(" + target + ", " + arguments + (arguments.empty() ? "" : ", ") + here() + ");");
        };
        switch (s.operation) {
            case ArrayOperation::clear: return out_.line(target + ".clear();");
            case ArrayOperation::append:
                return out_.line(target + ".append(double(" + scalars[0] + "), " + here() + ");");
            case ArrayOperation::append_array: return out_.line(target + ".append(" + arrays[0] + ", " + here() + ");");
            case ArrayOperation::fill: return write(scalars[0] + ", " + sizes(1));
            case ArrayOperation::stack: return write((arrays.empty() ? "nullptr" : "&" + arrays[0]) + ", " + sizes(0));
            case ArrayOperation::check_size:
                return write(std::to_string(s.extra) + ", " + scalars[0] + ", " +
                             c_string_literal(f_.arrays[s.target].name));
            case ArrayOperation::slice: return write(arrays[0] + ", " + subscripts(s.subscripts));
            case ArrayOperation::store_slice: return write(subscripts(s.subscripts) + ", " + arrays[0]);
            case ArrayOperation::make_range: return write(joined(scalars) + (s.extra != 0 ? ", true" : ", false"));
            case ArrayOperation::cat: {
                std::string parts;
                for (std::string const& each : arrays) parts += (parts.empty() ? "&" : ", &") + each;
                return write(scalars[0] + ", MooParts<" + std::to_string(arrays.size()) + ">{{" + parts +
                             "}}.values, " + std::to_string(arrays.size()));
            }
            case ArrayOperation::copy:
            case ArrayOperation::assign:
            case ArrayOperation::shape_like:
            case ArrayOperation::same_shape:
            case ArrayOperation::linspace:
            case ArrayOperation::sizes:
            case ArrayOperation::identity:
            case ArrayOperation::diagonal:
            case ArrayOperation::transpose:
            case ArrayOperation::symmetric:
            case ArrayOperation::cross:
            case ArrayOperation::skew:
            case ArrayOperation::outer_product:
            case ArrayOperation::product:
            case ArrayOperation::matrix_power:
            case ArrayOperation::vector:
            case ArrayOperation::promote: break;
        }
        std::vector<std::string> all = arrays;
        all.insert(all.end(), scalars.begin(), scalars.end());
        write(joined(all));
    }

    TextWriter& out_;
    Program const& program_;
    CppResources const& resources_;
    ProgramFunction const& f_;
    FunctionNames names_;
    std::uint32_t at_ = 0;
};

void emit_tables(TextWriter& out, Program const& program, CppResources const& resources) {
    for (std::size_t i = 0; i < program.texts.size(); ++i) {
        if (auto const file = resources.find(program.texts[i]); file != resources.end()) {
            // Its path differs from instance to instance.
            out.line("MooText text" + std::to_string(i) + "(MooInstance* m) { return moo_fmu_resource(m, " +
                     c_string_literal(file->second) + "); }");
            continue;
        }
        out.line("MooText const text" + std::to_string(i) + " = moo_text(" + c_string_literal(program.texts[i]) + ");");
    }
    for (std::size_t i = 0; i < program.enumerations.size(); ++i) {
        out.line("char const* const literals_" + std::to_string(i) + "[] = {");
        for (std::string const& literal : program.enumerations[i]) out.line("  " + c_string_literal(literal) + ",");
        out.line("};");
    }
    for (std::size_t i = 0; i < program.constants.size(); ++i) {
        ConstantArray const& constant = program.constants[i];
        std::string const name = "constant_" + std::to_string(i);
        std::string sizes;
        for (std::int64_t const size : constant.sizes) sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
        out.write("double const " + name + "_elements[] = {");
        for (double const element : constant.elements) {
            out.write_real(element);
            out.write(", ");
        }
        out.write("0};\n");
        out.line("int64_t const " + name + "_sizes[] = {" + sizes + "};");
        out.line("MooArray const " + name + "(" + name + "_elements, " + std::to_string(constant.sizes.size()) + ", " +
                 name + "_sizes);");
    }
}

// `call_N`: several results are computed together, once in each pass.
void emit_model_call(TextWriter& out, Program const& program, ModelCall const& call, std::size_t number) {
    ProgramFunction const& function = program.functions[call.function];
    FunctionNames const names(function, call.function);
    std::string parameters = "MooInstance* m";
    std::string arguments = "m";
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        ScalarType const type = function.scalars[function.inputs[i].index].type;
        std::string const name = "x" + std::to_string(i);
        parameters += std::string(", ") + (type == ScalarType::boolean ? "bool " : "double ") + name;
        arguments += type == ScalarType::integer ? ", int64_t(" + name + ")" : ", " + name;
    }
    std::string const head = "call_" + std::to_string(number);
    if (!has_several_results(call)) {
        if (call.outputs.empty()) {
            out.line("[[maybe_unused]] void " + head + "(" + parameters + ") { " + names.function() + "(" + arguments +
                     "); }");
        } else {
            out.line("[[maybe_unused]] double " + head + "(" + parameters + ") { return double(" + names.function() +
                     "(" + arguments + ")); }");
        }
        return;
    }
    std::string const count = std::to_string(call.outputs.size());
    out.line("[[maybe_unused]] double const* " + head + "(MooResults<" + count + ">& results, " + parameters + ") {");
    out.line("  if (results.there) return results.values;");
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        std::string const type = scalar_type_text(function.scalars[function.outputs[i].index].type);
        out.line("  " + type + " y" + std::to_string(i) + ";");
        arguments += ", y" + std::to_string(i);
    }
    out.line("  " + names.function() + "(" + arguments + ");");
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
        out.line("  results.values[" + std::to_string(i) + "] = double(y" + std::to_string(i) + ");");
    }
    out.line("  results.there = true;");
    out.line("  return results.values;");
    out.line("}");
}

}  // namespace

bool has_several_results(ModelCall const& call) { return call.outputs.size() > 1; }

void emit_functions(TextWriter& out, ModelProgram const& model, Interner const& interner, SourceManager const& sources,
                    CppResources const& resources) {
    Program const& program = model.program;
    if (program.functions.empty() && program.texts.empty()) return;
    emit_tables(out, program, resources);
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
        ProgramFunction const& function = program.functions[i];
        if (function.external) emit_external_declaration(out, program, function, interner, i);
        out.line(function_head(program, function, FunctionNames(function, i)) + ";");
    }
    out.line("");
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
        FunctionEmitter(out, program, i, resources).run(interner, sources);
    }
    for (std::size_t i = 0; i < model.calls.size(); ++i) emit_model_call(out, program, model.calls[i], i);
    out.line("");
}

}  // namespace moo
