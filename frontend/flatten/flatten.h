// From Modelica classes to flat models.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/typecheck/elaborator.h"
#include "moo/model/flat_model.h"

namespace moo {

// The qualified name of the last model or block of a file that is not partial; empty if there is none.
[[nodiscard]] std::string default_model(ast::Ast const& ast, Interner const& interner);

// The class `A.B.C`; null after a report.
[[nodiscard]] Node* find_model(Instances& instances, std::string_view name);

// Modifiers from the command line, `a.b = 3` and `a.b=3`, for the model as a whole.
struct Settings {
    std::unique_ptr<ast::Ast> ast;
    ast::ModificationId modification;
};

// Reports settings that are not modifiers.
[[nodiscard]] Settings read_settings(Instances& instances, SourceManager& sources, std::string_view model,
                                     std::vector<std::string> const& texts);

// Instantiates and flattens a model. Use the result only if no errors were reported.
[[nodiscard]] FlatModel flatten(Instances& instances, Node& model_class, Settings const& settings = {},
                                ElaboratorOptions const& options = {});

}  // namespace moo
