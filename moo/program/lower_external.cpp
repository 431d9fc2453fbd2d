// External functions: the arguments that C and FORTRAN 77 get (Modelica 3.6, section 12.9.1).
#include <algorithm>

#include "moo/program/program_lowering.h"

namespace moo {

// Outputs and local variables are passed by address.
bool ProgramLowering::is_written(FlatFunction const& function, ExprId id) const {
    ExprId root = id;
    while (exprs_.kind(root) == ExprKind::field || exprs_.kind(root) == ExprKind::subscript) {
        root = exprs_.operand(root, 0);
    }
    if (exprs_.kind(root) != ExprKind::iterator) return false;
    return std::any_of(function.variables.begin(), function.variables.end(), [&](FunctionVariable const& variable) {
        return variable.name == exprs_.symbol(root) && variable.role != FunctionRole::input;
    });
}

ProgramExternalArgument ProgramLowering::external_argument(FlatFunction const& function, ExprId id) {
    ProgramExternalArgument made;
    made.is_size = exprs_.is_builtin(id, Builtin::size) && exprs_.operands(id).size() == 2;
    made.is_written = is_written(function, id);
    TypeId const type = exprs_.type(id);
    bool const is_record = types_.kind(type) == TypeKind::record;
    if (!is_record && types_.kind(types_.element(type)) == TypeKind::record) {
        report("an array of records cannot be given to an external function");
        return made;
    }
    Leaves const found = leaves(id);
    auto const describe = [&](Leaf const& leaf) {
        ProgramExternalArgument argument;
        argument.type = leaf.type;
        argument.is_written = made.is_written;
        argument.is_size = made.is_size;
        argument.item.is_array = leaf.is_array;
        argument.item.index = leaf.index;
        if (!made.is_written || leaf.is_array) return argument;
        ProgramNode const& node = c_.program.nodes[leaf.index];
        if (node.op != ProgramOp::local) report("an external function writes to a part of an array");
        argument.item.index = node.index;
        return argument;
    };
    if (!is_record) {
        if (found.size() != 1) return made;
        return describe(found[0]);
    }
    made.is_structure = true;
    for (Leaf const& leaf : found) {
        if (leaf.is_array) report("a record that contains an array cannot be passed to an external function");
        made.members.push_back(describe(leaf));
    }
    return made;
}

void ProgramLowering::external(FlatFunction const& function) {
    FlatExternal const& code = *function.external;
    std::string const language = code.language ? c_.text(code.language) : "C";
    at(function.source);
    if (language == "builtin") {
        auto const builtin = find_builtin(c_.text(code.function));
        if (!builtin || !code.result) return report("the function `" + f_.name + "` is not known");
        TypeId const type = exprs_.type(code.result);
        if (types_.is_array(type)) return report("the function `" + f_.name + "` of arrays cannot be computed");
        Expr const value = scalar_builtin(*builtin, type, code.arguments);
        return assign(code.result, {{false, value, type_of(value), 0}}, true);
    }
    if (language != "C" && language != "FORTRAN 77") {
        return report("functions in the language \"" + language + "\" cannot be called");
    }
    ProgramExternal made;
    made.code = &code;
    made.is_fortran = language == "FORTRAN 77";
    for (ExprId const argument : code.arguments) {
        made.arguments.push_back(external_argument(function, argument));
        ProgramExternalArgument const& last = made.arguments.back();
        bool const is_text = last.type == ScalarType::text;
        if (made.is_fortran && (last.is_structure || (is_text && (last.is_written || last.item.is_array)))) {
            report("only numbers and single strings can be given to a FORTRAN 77 function");
        }
    }
    if (code.result) {
        made.result = external_argument(function, code.result);
        made.result->is_written = true;
        if (!made.result->is_structure && made.result->item.is_array) {
            report("an external function cannot give an array as its value");
        }
    }
    f_.external = std::move(made);
}

}  // namespace moo
