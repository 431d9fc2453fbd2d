#include "backends/cpp/cpp_statements.h"

#include "backends/common/c_text.h"
#include "backends/cpp/function_names.h"

namespace moo {

namespace {

char const* array_operation_name(ArrayOperation operation) {
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

std::string joined(std::vector<std::string> const& texts) {
    std::string all;
    for (std::string const& each : texts) all += (all.empty() ? "" : ", ") + each;
    return all;
}

}  // namespace

void CppStatements::write(std::vector<ProgramStatement> const& list, ProgramFunction const* function) {
    function_ = function;
    statements(list);
}

void CppStatements::statements(std::vector<ProgramStatement> const& list) {
    for (ProgramStatement const& each : list) {
        at_ = each.place;
        statement(each);
    }
}

void CppStatements::block(std::string const& head, std::vector<ProgramStatement> const& body) {
    out_.line(head + " {");
    out_.deeper();
    statements(body);
    out_.shallower();
}

void CppStatements::statement(ProgramStatement const& s) {
    auto const of_instance = [&s](char const* array) {
        return std::string("m->") + array + "[" + std::to_string(s.target) + "]";
    };
    switch (s.kind) {
        case ProgramStatementKind::assign: return assign(names_.scalar(s.target), s.value);
        case ProgramStatementKind::hold: {
            ScalarType const type = nodes_.nodes[s.value].type;
            return assign(std::string(scalar_type_text(type)) + " const " + names_.scalar(s.target), s.value);
        }
        case ProgramStatementKind::store: {
            std::vector<std::string> places;
            for (ProgramExpr const each : s.scalars) places.push_back(text(each));
            return assign(element(s.target, places), s.value);
        }
        case ProgramStatementKind::place:
            return assign(names_.array(s.target) + "[" + text(s.scalars[0]) + "]", s.value);
        case ProgramStatementKind::array: return array_operation(s);
        case ProgramStatementKind::call: return call_statement(s);
        case ProgramStatementKind::if_: return if_statement(s);
        case ProgramStatementKind::loop: return loop(s);
        case ProgramStatementKind::while_: block("while (" + text(s.value) + ")", s.body); return out_.line("}");
        case ProgramStatementKind::break_: return out_.line("break;");
        case ProgramStatementKind::return_: {
            bool const gives_scalar = function_->gives_scalar();
            return out_.line(gives_scalar ? "return " + names_.scalar(function_->outputs[0].index) + ";" : "return;");
        }
        case ProgramStatementKind::assertion:
            return out_.line("moo_assertion(m, " + here() + ", " + text(s.scalars[0]) + ", " +
                             (s.extra != 0 ? "true" : "false") + ");");
        case ProgramStatementKind::terminate:
            return out_.line("moo_terminate(m, " + here() + ", " + text(s.scalars[0]) + ");");
        case ProgramStatementKind::set_slot: return assign(names_.slot(s.target), s.value);
        case ProgramStatementKind::set_pre: return assign(names_.previous(s.target), s.value);
        case ProgramStatementKind::set_result: return assign("result[" + std::to_string(s.target) + "]", s.value);
        case ProgramStatementKind::set_condition: return assign(of_instance("condition"), s.value);
        case ProgramStatementKind::set_clock: return assign(of_instance("clock_condition"), s.value);
        case ProgramStatementKind::reinit:
            out_.line(of_instance("reinit_asked") + " = 1;");
            return assign(of_instance("reinit_value"), s.value);
        case ProgramStatementKind::solve:
            return out_.line("if (MooStatus const status = moo_solve_block(m, &block_" + std::to_string(s.target + 1) +
                             "); status != MOO_OK) return status;");
        case ProgramStatementKind::evaluate: return out_.line(text(s.value) + ";");
        case ProgramStatementKind::say: return message(s);
    }
}

void CppStatements::if_statement(ProgramStatement const& s) {
    block("if (" + text(s.value) + ")", s.body);
    if (!s.otherwise.empty()) block("} else", s.otherwise);
    out_.line("}");
}

void CppStatements::message(ProgramStatement const& s) {
    ModelMessage const& said = model_.messages[s.target];
    std::string const severity = std::to_string(said.severity);
    if (said.has_text) {
        std::string const all = said.place.empty() ? said.text : said.place + ": " + said.text;
        out_.line("m->message(m->host, " + severity + ", " + c_string_literal(all) + ");");
    } else {
        out_.line("moo_tell(m, " + c_string_literal(said.place) + ", " + text(s.value) + ", " + severity + ");");
    }
    if (said.severity == 2) out_.line("return MOO_FATAL;");
    if (said.severity == 0) out_.line("m->terminate_asked = 1;");
}

void CppStatements::loop(ProgramStatement const& s) {
    std::string const i = names_.scalar(s.target);
    std::string const last = i + "_last";
    ProgramNode const& step = nodes_.nodes[s.scalars[1]];
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

void CppStatements::call_statement(ProgramStatement const& s) {
    ProgramFunction const& callee = program_.functions[s.target];
    FunctionNames const names(callee, s.target);
    std::string arguments = "m";
    for (ProgramItem const& item : s.inputs)
        arguments += ", " + (item.is_array ? names_.array(item.index) : text(item.index));
    if (callee.gives_scalar()) {
        return out_.line(names_.scalar(s.outputs[0].index) + " = " + names.function() + "(" + arguments + ");");
    }
    for (ProgramItem const& item : s.outputs) {
        arguments += ", " + (item.is_array ? names_.array(item.index) : names_.scalar(item.index));
    }
    out_.line(names.function() + "(" + arguments + ");");
}

std::string CppStatements::subscripts(std::vector<ProgramSubscript> const& list) {
    std::string all;
    for (ProgramSubscript const& each : list) {
        if (!all.empty()) all += ", ";
        switch (each.kind) {
            case SubscriptKind::whole: all += "moo_whole()"; break;
            case SubscriptKind::single: all += "moo_single(" + text(each.first) + ")"; break;
            case SubscriptKind::range:
                all += "moo_range(" + text(each.first) + ", " + text(each.step) + ", " + text(each.last) + ")";
                break;
            case SubscriptKind::list: all += "moo_list(" + names_.array(each.values) + ")"; break;
        }
    }
    return "MooSubscripts{" + all + "}.values";
}

void CppStatements::array_operation(ProgramStatement const& s) {
    std::string const target = names_.array(s.target);
    std::vector<std::string> scalars;
    for (ProgramExpr const each : s.scalars) scalars.push_back(text(each));
    std::vector<std::string> arrays;
    for (std::uint32_t const each : s.arrays) arrays.push_back(names_.array(each));
    auto const sizes = [&](std::size_t first) {
        std::vector<std::string> const list(scalars.begin() + static_cast<std::ptrdiff_t>(first), scalars.end());
        return std::to_string(list.size()) + ", MooSizes{" + joined(list) + "}.values";
    };
    std::string const name = array_operation_name(s.operation);
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
                         c_string_literal(function_->arrays[s.target].name));
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

}  // namespace moo
