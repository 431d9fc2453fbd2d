// Filters on lists and dictionaries.
#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "backends/template/call.h"

namespace moo::tmpl {

namespace {

constexpr Message<std::string_view> empty_list{DiagnosticKind::TemplateValue, "`{}` of nothing"};
constexpr Message<std::string_view> without_attribute{DiagnosticKind::UnknownName, "an item has no member `{}`"};
constexpr Message<> nothing_to_map{DiagnosticKind::WrongArguments, "`map` needs `attribute=…` or the name of a filter"};
constexpr Message<std::string_view> nothing_to_test{DiagnosticKind::WrongArguments, "`{}` needs the name of a member"};
constexpr Message<> no_batch_size{DiagnosticKind::TemplateValue, "`batch` needs a positive number of items"};

// The member of that name, the item of that number, or a nested member `a.b`; undefined if there is none. Without a
// path it is the item itself.
Value find_path(Call const& call, Value const& item, Value const& path) {
    if (path.is_undefined()) return item;
    if (path.kind() == ValueKind::integer) {
        auto const at = static_cast<std::size_t>(path.integer());
        return item.is_list() && path.integer() >= 0 && at < item.size() ? item.item(at) : Value();
    }
    Value found = item;
    std::string_view rest = call.string(path);
    while (true) {
        std::string_view const name = rest.substr(0, rest.find('.'));
        found = find_member(found, name);
        if (name.size() == rest.size() || found.is_undefined()) return found;
        rest.remove_prefix(name.size() + 1);
    }
}

Value part_of(Call const& call, Value const& item, Value const& path) {
    Value const found = find_path(call, item, path);
    if (found.is_undefined()) call.fail(without_attribute, to_text(path));
    return found;
}

// Equal values have equal texts, so that a table of texts finds equals without comparing all pairs.
std::string identity(Value const& value) {
    bool const is_whole = value.kind() == ValueKind::real && std::fabs(value.number()) < 1e15 &&
                          std::trunc(value.number()) == value.number();
    return to_json(is_whole ? Value(static_cast<std::int64_t>(value.number())) : value);
}

Value to_length(Call const& call) {
    call.bind();
    bool const has_length = call.input.is_list() || call.input.is_dict() || call.input.is_string();
    if (!has_length) call.fail_type("a list, a dictionary or a string", call.input);
    return static_cast<std::int64_t>(call.input.size());
}

template <bool is_first>
Value to_end(Call const& call) {
    call.bind();
    bool const is_short_way = call.input.is_list() && call.input.size() > 0;
    if (is_short_way) return call.input.item(is_first ? 0 : call.input.size() - 1);
    ValueList const items = call.items();
    if (items.empty()) call.fail(empty_list, call.name);
    return is_first ? items.front() : items.back();
}

Value to_list(Call const& call) {
    call.bind();
    return call.items();
}

std::string joined(Call const& call, ValueList const& items, std::string const& separator) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        text += (i > 0 ? separator : std::string()) + call.written(items[i]);
        call.check_size(text.size());
    }
    return text;
}

Value to_reverse(Call const& call) {
    call.bind();
    ValueList items = call.items();
    std::ranges::reverse(items);
    return call.input.is_string() ? Value(joined(call, items, "")) : Value(std::move(items));
}

Value to_join(Call const& call) {
    auto const given = call.bind({"d", "attribute"});
    ValueList items = call.items();
    for (Value& item : items) item = part_of(call, item, given[1]);
    return joined(call, items, call.string(given[0], ""));
}

// Arguments for a filter or test that is applied to each item: all but the first `skipped`.
Arguments without_first(Arguments const& arguments, std::size_t skipped) {
    Arguments rest = arguments;
    rest.positional.erase(rest.positional.begin(), rest.positional.begin() + static_cast<std::ptrdiff_t>(skipped));
    return rest;
}

Value to_map(Call const& call) {
    ValueList items = call.items();
    if (!call.arguments.positional.empty()) {
        std::string const& filter = call.string(call.arguments.positional[0]);
        Arguments const rest = without_first(call.arguments, 1);
        for (Value& item : items) item = call.interpreter.apply_filter(filter, item, rest);
        return items;
    }
    auto const given = call.bind({"attribute", "default"});
    if (given[0].is_undefined()) call.fail(nothing_to_map);
    for (Value& item : items) {
        Value const found = find_path(call, item, given[0]);
        bool const is_replaced = found.is_undefined() && !given[1].is_undefined();
        item = is_replaced ? given[1] : part_of(call, item, given[0]);
    }
    return items;
}

// Those items for which the test, or the value itself if there is none, gives `wanted`. It is that of a member for
// `selectattr` and `rejectattr`.
template <bool by_member, bool wanted>
Value to_select(Call const& call) {
    std::vector<Value> const& given = call.arguments.positional;
    std::size_t const first = by_member ? 1 : 0;
    if (given.size() < first) call.fail(nothing_to_test, call.name);
    bool const has_test = given.size() > first;
    std::string const test = has_test ? call.string(given[first]) : std::string();
    Arguments const rest = without_first(call.arguments, first + (has_test ? 1 : 0));
    bool const may_miss = test == "defined" || test == "undefined";
    ValueList chosen;
    for (Value const& item : call.items()) {
        Value value = item;
        if (by_member) value = may_miss ? find_path(call, item, given[0]) : part_of(call, item, given[0]);
        bool const holds = has_test ? call.interpreter.apply_test(test, value, rest) : value.is_true();
        if (holds == wanted) chosen.push_back(item);
    }
    return chosen;
}

Value to_sort(Call const& call) {
    auto const given = call.bind({"reverse", "attribute"});
    std::vector<std::pair<Value, Value>> keyed;
    for (Value const& item : call.items()) keyed.emplace_back(part_of(call, item, given[1]), item);
    bool const is_reverse = given[0].is_true();
    std::ranges::stable_sort(keyed, [&](auto const& a, auto const& b) {
        return is_reverse ? call.less(b.first, a.first) : call.less(a.first, b.first);
    });
    ValueList items;
    for (auto const& [key, item] : keyed) items.push_back(item);
    return items;
}

Value to_unique(Call const& call) {
    auto const given = call.bind({"attribute"});
    std::unordered_set<std::string> seen;
    ValueList items;
    for (Value const& item : call.items()) {
        if (seen.insert(identity(part_of(call, item, given[0]))).second) items.push_back(item);
    }
    return items;
}

// A list of `[key, items]`, in the order of the keys.
Value to_groupby(Call const& call) {
    auto const given = call.bind({"attribute"}, 1);
    std::map<std::string, std::size_t> place;
    std::vector<std::pair<Value, ValueList>> groups;
    for (Value const& item : call.items()) {
        Value const key = part_of(call, item, given[0]);
        auto const [found, is_new] = place.emplace(identity(key), groups.size());
        if (is_new) groups.push_back({key, {}});
        groups[found->second].second.push_back(item);
    }
    std::ranges::stable_sort(groups, [&](auto const& a, auto const& b) { return call.less(a.first, b.first); });
    ValueList result;
    for (auto const& [key, items] : groups) result.emplace_back(ValueList{key, items});
    return result;
}

Value to_batch(Call const& call) {
    auto const given = call.bind({"linecount", "fill_with"}, 1);
    std::int64_t const size = call.integer(given[0]);
    if (size < 1) call.fail(no_batch_size);
    ValueList batches;
    ValueList batch;
    for (Value const& item : call.items()) {
        batch.push_back(item);
        if (static_cast<std::int64_t>(batch.size()) == size) batches.emplace_back(std::exchange(batch, {}));
    }
    if (batch.empty()) return batches;
    bool const fills = !given[1].is_undefined();
    if (fills) call.check_size(static_cast<std::size_t>(size));
    while (fills && static_cast<std::int64_t>(batch.size()) < size) batch.push_back(given[1]);
    batches.emplace_back(std::move(batch));
    return batches;
}

Value to_sum(Call const& call) {
    auto const given = call.bind({"attribute", "start"});
    Value sum = given[1].is_undefined() ? Value(std::int64_t{0}) : given[1];
    for (Value const& item : call.items()) sum = call.apply("+", sum, part_of(call, item, given[0]));
    return sum;
}

template <bool least>
Value to_extreme(Call const& call) {
    auto const given = call.bind({"attribute"});
    ValueList const items = call.items();
    if (items.empty()) call.fail(empty_list, call.name);
    std::size_t best = 0;
    auto const key = [&](std::size_t i) { return part_of(call, items[i], given[0]); };
    for (std::size_t i = 1; i < items.size(); ++i) {
        if (least ? call.less(key(i), key(best)) : call.less(key(best), key(i))) best = i;
    }
    return items[best];
}

}  // namespace

std::vector<FilterEntry> list_filters() {
    return {{"length", to_length},
            {"count", to_length},
            {"first", to_end<true>},
            {"last", to_end<false>},
            {"list", to_list},
            {"reverse", to_reverse},
            {"join", to_join},
            {"map", to_map},
            {"select", to_select<false, true>},
            {"reject", to_select<false, false>},
            {"selectattr", to_select<true, true>},
            {"rejectattr", to_select<true, false>},
            {"sort", to_sort},
            {"unique", to_unique},
            {"groupby", to_groupby},
            {"batch", to_batch},
            {"sum", to_sum},
            {"min", to_extreme<true>},
            {"max", to_extreme<false>}};
}

}  // namespace moo::tmpl
