#include "backends/show/page.h"

#include <map>

#include "backends/common/xml_text.h"
#include "backends/show/chunks.h"
#include "backends/show/compress.h"
#include "backends/show/page_text.h"

namespace moo {

namespace {

// Text of HTML: everything that could end it is escaped.
std::string html_text(std::string_view text) {
    std::string escaped;
    for (char const c : xml_text(text)) {
        switch (c) {
            case '&': escaped += "&amp;"; break;
            case '<': escaped += "&lt;"; break;
            case '>': escaped += "&gt;"; break;
            default: escaped += c;
        }
    }
    return escaped;
}

std::string script_of(std::string_view name, std::string_view json) {
    return "<script type=\"application/octet-stream;base64\" data-chunk=\"" + std::string(name) + "\" data-bytes=\"" +
           std::to_string(json.size()) + "\">" + base64(compress(json)) + "</script>\n";
}

// The fields `variables` and so on of the whole, each from its chunks in their order: of `equations/Eq/1` the first
// part is the field, the second one a field in it, and the last one counts parts of a table.
class JoinedJson {
public:
    void add(std::string_view name, std::string json) {
        std::vector<std::string> parts;
        for (std::size_t at = 0; at <= name.size();) {
            std::size_t const end = std::min(name.find('/', at), name.size());
            parts.emplace_back(name.substr(at, end - at));
            at = end + 1;
        }
        bool const is_part_of_table =
            parts.size() > 1 && parts.back().find_first_not_of("0123456789") == std::string::npos;
        if (is_part_of_table) parts.pop_back();
        Value& value = parts.size() == 1 ? values_[parts[0]].whole : values_[parts[0]].fields[parts[1]];
        bool const is_continued = is_part_of_table && value.size() > 2;
        if (is_continued && json.size() <= 2) return;  // nothing in it
        if (is_continued) {
            // `[…]` and `[…]` are one list, and so with objects.
            value.back() = ',';
            value += std::string_view(json).substr(1);
        } else {
            value = std::move(json);
        }
    }

    [[nodiscard]] std::string take() {
        std::string text = "{";
        for (auto& [name, entry] : values_) {
            text += (text.size() == 1 ? "\n\"" : ",\n\"") + name + "\": ";
            if (entry.fields.empty()) {
                text += entry.whole;
                continue;
            }
            char separator = '{';
            for (auto const& [field, value] : entry.fields) {
                text += separator;
                text += "\"" + field + "\": " + value;
                separator = ',';
            }
            text += '}';
        }
        return text + "\n}\n";
    }

private:
    using Value = std::string;
    struct Entry {
        Value whole;
        std::map<std::string, Value> fields;
    };
    std::map<std::string, Entry> values_;
};

}  // namespace

void write_chunks(ShowContext& context, TakeChunk const& take) {
    Explanations explanations(context);
    std::vector<std::string> names = {"index"};
    TakeChunk const list_and_take = [&](std::string_view name, std::string json) {
        names.emplace_back(name);
        take(name, std::move(json));
    };
    write_overview(context, explanations, list_and_take);
    write_variables(context, explanations, list_and_take);
    write_equations(context, list_and_take);
    write_unsorted(context, list_and_take);
    write_structure(context, explanations, list_and_take);
    write_shared(context, list_and_take);
    write_events(context, list_and_take);
    std::size_t const without_curve = write_curves(context, list_and_take);
    write_differences(context, list_and_take);
    // Once for the places in it: the chunk of sources has to contain them.
    (void)index_chunk(context, names, without_curve);
    list_and_take("sources", context.places.sources_chunk());
    take("index", index_chunk(context, names, without_curve));
}

std::string write_page(ShowContext& context) {
    std::string index;
    std::string data;
    write_chunks(context, [&](std::string_view name, std::string const& json) {
        (name == "index" ? index : data) += script_of(name, json);
    });
    auto const replace = [](std::string& text, std::string_view hole, std::string_view value) {
        std::size_t const at = text.find(hole);
        if (at != std::string::npos) text.replace(at, hole.size(), value);
    };
    std::string page = page_text;
    // The data last, because it could contain anything.
    replace(page, "{{title}}", html_text(context.text(context.document.name)));
    std::size_t const at = page.find("<!-- data -->");
    return page.substr(0, at) + index + data + page.substr(at + std::string_view("<!-- data -->").size());
}

std::string write_report_json(ShowContext& context) {
    JoinedJson joined;
    write_chunks(context, [&](std::string_view name, std::string json) { joined.add(name, std::move(json)); });
    return joined.take();
}

}  // namespace moo
