#include "backends/fmu/build_description.h"

#include "backends/fmu/fmu_xml.h"

namespace moo {

namespace {

void write_set(pugi::xml_node configuration, SourceSet const& sources) {
    pugi::xml_node set = configuration.append_child("SourceFileSet");
    set_text(set, "language", sources.language);
    for (std::string const& file : sources.files) {
        pugi::xml_node node = set.append_child("SourceFile");
        set_text(node, "name", file);
    }
    for (auto const& [name, value] : sources.macros) {
        pugi::xml_node macro = set.append_child("PreprocessorDefinition");
        set_text(macro, "name", name);
        set_text(macro, "value", value);
    }
    for (std::string const& folder : sources.include_folders) {
        pugi::xml_node include = set.append_child("IncludeDirectory");
        set_text(include, "name", folder);
    }
}

}  // namespace

std::string describe_build(std::string const& identifier, FmuSources const& sources) {
    pugi::xml_document xml;
    pugi::xml_node root = xml.append_child("fmiBuildDescription");
    set_text(root, "fmiVersion", "3.0");
    pugi::xml_node configuration = root.append_child("BuildConfiguration");
    set_text(configuration, "modelIdentifier", identifier);
    for (SourceSet const& set : sources.sets) write_set(configuration, set);
    for (std::string const& name : sources.libraries) {
        pugi::xml_node library = configuration.append_child("Library");
        set_text(library, "name", name);
        set_text(library, "external", "true");
    }
    return xml_bytes(xml);
}

}  // namespace moo
