#include "backends/fmu/fmu_xml.h"

#include <sstream>

#include "moo/base/text_writer.h"

namespace moo {

void set_text(pugi::xml_node node, char const* name, std::string_view text) {
    if (!text.empty()) node.append_attribute(name).set_value(xml_text(text).c_str());
}

void set_real(pugi::xml_node node, char const* name, double value) {
    TextWriter text;
    text.write_real(value);
    node.append_attribute(name).set_value(std::string(text.text()).c_str());
}

void set_number(pugi::xml_node node, char const* name, std::uint64_t value) {
    node.append_attribute(name).set_value(static_cast<unsigned long long>(value));
}

void set_flag(pugi::xml_node node, char const* name, bool value) {
    node.append_attribute(name).set_value(value ? "true" : "false");
}

char const* causality_word(MooFmuCausality causality) {
    switch (causality) {
        case MOO_FMU_PARAMETER: return "parameter";
        case MOO_FMU_CALCULATED_PARAMETER: return "calculatedParameter";
        case MOO_FMU_INPUT: return "input";
        case MOO_FMU_OUTPUT: return "output";
        case MOO_FMU_LOCAL: return "local";
        case MOO_FMU_INDEPENDENT: return "independent";
    }
    return "";
}

char const* variability_word(MooFmuVariability variability) {
    switch (variability) {
        case MOO_FMU_CONSTANT: return "constant";
        case MOO_FMU_FIXED: return "fixed";
        case MOO_FMU_TUNABLE: return "tunable";
        case MOO_FMU_DISCRETE: return "discrete";
        case MOO_FMU_CONTINUOUS: return "continuous";
    }
    return "";
}

char const* initial_word(MooFmuInitial initial) {
    switch (initial) {
        case MOO_FMU_NO_INITIAL: return "";
        case MOO_FMU_EXACT: return "exact";
        case MOO_FMU_APPROX: return "approx";
        case MOO_FMU_CALCULATED: return "calculated";
    }
    return "";
}

std::string xml_bytes(pugi::xml_document const& document) {
    std::ostringstream out;
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    document.save(out, "  ", pugi::format_indent | pugi::format_no_declaration, pugi::encoding_utf8);
    return out.str();
}

std::string model_identifier(Document const& document, Interner const& interner) {
    // File names have at most 255 bytes, and others append to this name.
    constexpr std::size_t longest = 200;
    std::string name;
    for (char const c : interner.text(document.name).substr(0, longest)) {
        bool const is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        name += is_plain ? c : '_';
    }
    bool const begins_well = !name.empty() && !(name[0] >= '0' && name[0] <= '9');
    return begins_well ? name : "m_" + name;
}

}  // namespace moo
