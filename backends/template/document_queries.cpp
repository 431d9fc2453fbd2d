#include "backends/template/document_queries.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace moo::tmpl {

namespace {

bool is_operation(Value const& value) { return value.is_list() && value.size() > 0 && value.item(0).is_string(); }

// Visits parts of expressions and rows with a stack of its own, because a sum is as deep as it is long. A shared
// expression is visited once, where it is first mentioned.
class Walk {
public:
    explicit Walk(Value const& model) : shared_(model.member("shared")) {}

    // `enters` is called for each part, and says whether to visit what is inside it.
    void run(Value const& root, std::function<bool(Value const&)> const& enters) {
        std::vector<Value> open = {root};
        while (!open.empty()) {
            Value const value = open.back();
            open.pop_back();
            if (!enters(value)) continue;
            if (value.is_dict()) {
                for (std::string const& key : value.keys()) {
                    if (key != "known") open.push_back(value.member(key));
                }
            }
            if (!value.is_list()) continue;
            for (std::size_t i = 0; i < value.size(); ++i) open.push_back(value.item(i));
            if (std::optional<std::size_t> const number = new_shared(value)) open.push_back(shared_.item(*number));
        }
    }

private:
    std::optional<std::size_t> new_shared(Value const& value) {
        bool const is_reference = is_operation(value) && value.size() == 2 && value.item(0).string() == "shared" &&
                                  value.item(1).kind() == ValueKind::integer;
        if (!is_reference) return {};
        std::int64_t const number = value.item(1).integer();
        bool const is_there =
            shared_.is_list() && number >= 1 && static_cast<std::size_t>(number) <= shared_.size();
        if (!is_there || !seen_.insert(number).second) return {};
        return static_cast<std::size_t>(number) - 1;
    }

    Value shared_;
    std::set<std::int64_t> seen_;
};

bool mentions(Value const& model, Value const& expression, ValueList const& targets) {
    bool found = false;
    Walk(model).run(expression, [&](Value const& part) {
        found = found || std::ranges::any_of(targets, [&](Value const& target) { return equal(part, target); });
        // `der(x)` does not mention x.
        bool const is_other_value = is_operation(part) && (part.item(0).string() == "der" || part.item(0).string() == "pre" ||
                                                           part.item(0).string() == "string");
        return !found && !is_other_value;
    });
    return found;
}

}  // namespace

ValueList relations_in(Value const& model, Value const& expression, ValueList const& targets) {
    std::map<std::int64_t, Value> relations;
    Walk(model).run(expression, [&](Value const& part) {
        if (!is_operation(part)) return true;
        std::string const& name = part.item(0).string();
        if (name == "relation" && part.size() == 3 && part.item(1).kind() == ValueKind::integer) {
            relations.emplace(part.item(1).integer(), part.item(2));
        }
        return name != "noEvent" && name != "string";
    });
    ValueList numbers;
    for (auto const& [number, relation] : relations) {
        if (targets.empty() || mentions(model, relation, targets)) numbers.emplace_back(number);
    }
    return numbers;
}

ValueList called_functions(Value const& model) {
    static std::set<std::string, std::less<>> const not_computed = {"functions", "shared", "dependencies", "residualView",
                                                                    "overdeterminedView", "extensions"};
    std::map<std::string, Value> rows;
    std::set<std::string> called;
    std::vector<std::string> open;
    Walk walk(model);
    auto const note_calls = [&](Value const& root) {
        walk.run(root, [&](Value const& part) {
            bool const is_call = is_operation(part) && part.size() > 1 && part.item(0).string() == "call" &&
                                 part.item(1).is_string();
            if (is_call && called.insert(part.item(1).string()).second) open.push_back(part.item(1).string());
            return true;
        });
    };
    Value const functions = model.member("functions");
    for (std::size_t i = 0; functions.is_list() && i < functions.size(); ++i) {
        Value const name = functions.item(i).is_dict() ? functions.item(i).member("name") : Value();
        if (name.is_string()) rows.emplace(name.string(), functions.item(i));
    }
    for (std::string const& section : model.keys()) {
        if (!not_computed.contains(section)) note_calls(model.member(section));
    }
    while (!open.empty()) {
        auto const row = rows.find(open.back());
        open.pop_back();
        if (row != rows.end()) note_calls(row->second);
    }
    ValueList found;
    for (std::size_t i = 0; functions.is_list() && i < functions.size(); ++i) {
        Value const name = functions.item(i).is_dict() ? functions.item(i).member("name") : Value();
        if (name.is_string() && called.contains(name.string())) found.push_back(functions.item(i));
    }
    return found;
}

ValueList ordered_aliases(Value const& model) {
    Value const rows = model.member("aliases");
    std::map<std::string, Value> open;
    for (std::size_t i = 0; rows.is_list() && i < rows.size(); ++i) {
        Value const variable = rows.item(i).is_dict() ? rows.item(i).member("variable") : Value();
        if (variable.is_string()) open.emplace(variable.string(), rows.item(i));
    }
    ValueList ordered;
    for (std::size_t i = 0; rows.is_list() && i < rows.size(); ++i) {
        ValueList chain;
        Value variable = rows.item(i).is_dict() ? rows.item(i).member("variable") : Value();
        for (auto found = open.find(variable.is_string() ? variable.string() : ""); found != open.end();
             found = open.find(variable.is_string() ? variable.string() : "")) {
            chain.push_back(found->second);
            variable = found->second.member("target");
            open.erase(found);
        }
        ordered.insert(ordered.end(), chain.rbegin(), chain.rend());
    }
    return ordered;
}

}  // namespace moo::tmpl
