// The rest of a document, apart from declarations, equations and events, in one form for all sections.
#pragma once

#include <functional>

#include "backends/xml/xml_definitions.h"

namespace moo {

// Writes the blocks of a set into `parent`.
using AppendSet = std::function<void(pugi::xml_node parent, EquationSet const& set)>;

// <section name="stateSets"><row><field name="level" value="1"/>…</row></section>. The names come from
// describe_document.h, so a new section there needs no change here.
void append_sections(pugi::xml_node parent, WriteContext const& context, XmlExpressions& expressions,
                     AppendSet const& append_set);

}  // namespace moo
