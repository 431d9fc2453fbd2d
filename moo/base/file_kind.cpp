#include "moo/base/file_kind.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace moo {

namespace {

constexpr std::string_view no_advice;
constexpr std::string_view advice_fmu =
    "it is meant for simulation tools that import FMUs; give the model that it was made from";
constexpr std::string_view advice_results = "it holds results of a simulation; give the model that they come from";
constexpr std::string_view advice_script = "give the model that the script is about, or its class name";
constexpr std::string_view advice_archive = "unpack it, and give the model that is in it";
constexpr std::string_view advice_program = "if it is a compiled model, run it by itself; it takes the same options";

struct KnownStart {
    std::string_view bytes;
    std::string_view kind;
    std::string_view advice;
};

constexpr std::array known_starts = {
    KnownStart{{"\x89PNG", 4}, "a picture (PNG)", no_advice},
    KnownStart{{"\xff\xd8\xff", 3}, "a picture (JPEG)", no_advice},
    KnownStart{{"GIF8", 4}, "a picture (GIF)", no_advice},
    KnownStart{{"%PDF", 4}, "a PDF document", no_advice},
    KnownStart{{"\x7f"
                "ELF",
                4},
               "a program or library",
               advice_program},
    KnownStart{{"MZ", 2}, "a program or library for Windows", advice_program},
    KnownStart{{"\x1f\x8b", 2}, "a compressed file (gzip)", advice_archive},
    KnownStart{{"7z\xbc\xaf", 4}, "an archive (7z)", advice_archive},
    KnownStart{{"\x89HDF", 4}, "an HDF5 file", advice_results},
    KnownStart{{"MATLAB 5.0", 10}, "a MATLAB file", advice_results},
    KnownStart{{"<svg", 4}, "a picture (SVG)", no_advice},
    KnownStart{{"<!DOCTYPE html", 14}, "a web page", no_advice},
    KnownStart{{"<html", 5}, "a web page", no_advice},
};

struct KnownEnding {
    std::string_view ending;
    std::string_view kind;  // empty for files that we read
    std::string_view advice;
};

constexpr std::array known_endings = {
    KnownEnding{".mo", {}, {}},
    KnownEnding{".moo", {}, {}},
    KnownEnding{".bmo", {}, {}},
    KnownEnding{".json", {}, {}},
    KnownEnding{".xml", {}, {}},
    KnownEnding{".fmu", "a Functional Mock-up Unit (FMU)", advice_fmu},
    KnownEnding{".ssp", "a package of System Structure and Parameterization (SSP)", advice_archive},
    KnownEnding{".ssd", "a system structure description (SSP)", no_advice},
    KnownEnding{".zip", "an archive (zip)", advice_archive},
    KnownEnding{".mol", "an encrypted or packed library", no_advice},
    KnownEnding{".mat", "a MATLAB file", advice_results},
    KnownEnding{".csv", "a table of values (CSV)", advice_results},
    KnownEnding{".mos", "a Modelica script", advice_script},
    KnownEnding{".onnx", "a neural network (ONNX)", no_advice},
    KnownEnding{".svg", "a picture (SVG)", no_advice},
    KnownEnding{".html", "a web page", no_advice},
    KnownEnding{".png", "a picture (PNG)", no_advice},
    KnownEnding{".jpg", "a picture (JPEG)", no_advice},
};

KnownEnding const* find_ending(std::string_view path) {
    std::string name(path);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    auto const found = std::find_if(known_endings.begin(), known_endings.end(),
                                    [&](KnownEnding const& known) { return name.ends_with(known.ending); });
    return found == known_endings.end() ? nullptr : &*found;
}

// `<?xml …?>` and comments may be in front of the root element.
std::string_view root_element(std::string_view text) {
    for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
        if (at + 1 < text.size() && (text[at + 1] == '?' || text[at + 1] == '!')) continue;
        std::string_view const rest = text.substr(at + 1);
        return rest.substr(0, rest.find_first_of(" \t\r\n/>"));
    }
    return {};
}

}  // namespace

ForeignFile recognize_foreign_file(std::string_view path, std::string_view text) {
    KnownEnding const* const ending = find_ending(path);
    if (text.starts_with("PK\x03\x04")) {
        bool const is_told = ending != nullptr && !ending->kind.empty();
        return is_told ? ForeignFile{ending->kind, ending->advice} : ForeignFile{"an archive (zip)", advice_archive};
    }
    for (KnownStart const& known : known_starts) {
        if (text.starts_with(known.bytes)) return {known.kind, known.advice};
    }
    if (text.starts_with("<?xml")) {
        std::string_view const root = root_element(text);
        if (root == "fmiModelDescription") return {"the description of an FMU", advice_fmu};
        if (root == "svg") return {"a picture (SVG)", no_advice};
    }
    if (ending == nullptr || ending->kind.empty()) return {};
    return {ending->kind, ending->advice};
}

bool has_known_ending(std::string_view path) { return find_ending(path) != nullptr; }

}  // namespace moo
