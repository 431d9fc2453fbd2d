// XML of FMUs: texts, numbers and terms of the standard.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "backends/common/xml_text.h"
#include "backends/fmu/fmu_plan.h"

namespace moo {

// `name` is one of our constants, so it needs no escaping. Writes nothing if the text is empty.
void set_text(pugi::xml_node node, char const* name, std::string_view text);
void set_real(pugi::xml_node node, char const* name, double value);
void set_number(pugi::xml_node node, char const* name, std::uint64_t value);
void set_flag(pugi::xml_node node, char const* name, bool value);

[[nodiscard]] char const* causality_word(MooFmuCausality causality);
[[nodiscard]] char const* variability_word(MooFmuVariability variability);
[[nodiscard]] char const* initial_word(MooFmuInitial initial);

// The document as text, with a declaration of its encoding.
[[nodiscard]] std::string xml_bytes(pugi::xml_document const& document);

// The name of the model as a C identifier, which is also the name of its shared library.
[[nodiscard]] std::string model_identifier(Document const& document, Interner const& interner);

}  // namespace moo
