// The reader of Base Modelica: what it takes is written, read again, and then written with the same bytes.
#include "moo/io/base_modelica/read.h"
#include "moo/io/base_modelica/write.h"
#include "tests/fuzz/entry.h"

namespace moo::fuzz {

void run(std::string_view text) {
    SourceManager sources;
    Interner interner;
    Diagnostics diagnostics;
    FlatModel const model =
        read_base_modelica(sources.add("fuzz.bmo", std::string(text)), sources, interner, diagnostics);
    check(render_text(diagnostics, sources).empty() == diagnostics.items().empty(), "messages without a text");
    if (diagnostics.has_errors()) return;
    for (BaseModelicaProfile const profile : {BaseModelicaProfile::mcp0031, BaseModelicaProfile::omc}) {
        std::string const first = write_base_modelica(model, interner, sources, {profile});
        FlatModel const again = read_base_modelica(sources.add("again.bmo", first), sources, interner, diagnostics);
        check(!diagnostics.has_errors(), "what was written is refused:\n" + first + render_text(diagnostics, sources));
        std::string const second = write_base_modelica(again, interner, sources, {profile});
        check(first == second, "written anew it differs:\n" + first + "\n" + second);
    }
}

}  // namespace moo::fuzz
