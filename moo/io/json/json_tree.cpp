#include "moo/io/json/json_tree.h"

#include "moo/io/document/expression_names.h"

namespace moo {

Item JsonTree::find(Item object, std::string_view name) const {
    Node const& node = of(object);
    std::uint32_t child = node.first;
    for (std::uint32_t i = 0; i < node.size; ++i, child = nodes_[child].next) {
        Node const& field = nodes_[child];
        if (std::string_view(texts_).substr(field.key, field.key_size) == name) return item(child);
    }
    return {};
}

void JsonTree::fields(Item object, std::vector<RowField>& list) const {
    Node const& node = of(object);
    std::uint32_t child = node.first;
    for (std::uint32_t i = 0; i < node.size; ++i, child = nodes_[child].next) {
        list.push_back({std::string_view(texts_).substr(nodes_[child].key, nodes_[child].key_size), item(child)});
    }
}

bool JsonTree::elements(Item list, std::string_view, std::vector<Item>& items) const {
    Node const& node = of(list);
    if (node.kind != Kind::list) return false;
    std::uint32_t child = node.first;
    for (std::uint32_t i = 0; i < node.size; ++i, child = nodes_[child].next) items.push_back(item(child));
    return true;
}

bool JsonTree::integers(Item list, std::vector<std::int64_t>& numbers) const {
    Node const& node = of(list);
    if (node.kind != Kind::list) return false;
    std::uint32_t child = node.first;
    for (std::uint32_t i = 0; i < node.size; ++i, child = nodes_[child].next) {
        if (nodes_[child].kind != Kind::integer) return false;
        numbers.push_back(nodes_[child].integer);
    }
    return true;
}

bool JsonTree::sizes(Item list, std::vector<std::int64_t>& sizes) const {
    Node const& node = of(list);
    if (node.kind != Kind::list) return false;
    std::uint32_t child = node.first;
    for (std::uint32_t i = 0; i < node.size; ++i, child = nodes_[child].next) {
        bool const is_size = nodes_[child].kind == Kind::integer && nodes_[child].integer >= 0;
        if (!is_size && nodes_[child].kind != Kind::null) return false;
        sizes.push_back(is_size ? nodes_[child].integer : TypeTable::unknown_size);
    }
    return true;
}

std::optional<bool> JsonTree::boolean(Item item) const {
    Node const& node = of(item);
    return node.kind == Kind::boolean ? std::optional(node.boolean) : std::nullopt;
}

std::optional<std::int64_t> JsonTree::integer(Item item) const {
    Node const& node = of(item);
    return node.kind == Kind::integer ? std::optional(node.integer) : std::nullopt;
}

std::optional<double> JsonTree::real(Item item) const {
    Node const& node = of(item);
    if (node.kind == Kind::integer) return static_cast<double>(node.integer);
    return node.kind == Kind::real ? std::optional(node.real) : std::nullopt;
}

std::optional<std::string_view> JsonTree::text(Item item) const {
    Node const& node = of(item);
    return node.kind == Kind::string ? std::optional(text_of(node)) : std::nullopt;
}

Symbol JsonTree::variable_name(Item item) const {
    Node const& node = of(item);
    return node.kind == Kind::string ? interner_->find(text_of(node)) : Symbol();
}

// Nothing but white space and separators is between what stood before it and the item.
SourceSpan JsonTree::place(Item item) const {
    std::string_view const text = sources_.text(file_);
    std::size_t begin = item.has_value() ? of(item).offset : 0;
    while (begin < text.size() && std::string_view(" \t\r\n,:[{").find(text[begin]) != std::string_view::npos) {
        // A bracket may be the item itself.
        bool const is_bracket = text[begin] == '[' || text[begin] == '{';
        if (is_bracket && item.has_value() && (of(item).kind == Kind::list || of(item).kind == Kind::object)) break;
        ++begin;
    }
    begin = std::min(begin, text.size());
    return {sources_.loc(file_, begin), sources_.loc(file_, begin)};
}

// ---- expressions -----------------------------------------------------------------------------------

Symbol JsonTree::symbol_at(std::uint32_t index) const {
    Node const& node = nodes_[index];
    return node.kind == Kind::string ? interner_->find(text_of(node)) : Symbol();
}

void JsonTree::take_apart(Item item, ExpressionBuilder& builder, ExpressionHead& head) const {
    Node const& node = of(item);
    ExprStore& exprs = builder.exprs();
    switch (node.kind) {
        case Kind::boolean: head.value = exprs.boolean(node.boolean); break;
        case Kind::integer:
            // A number without a name is Real; before MOO 1.0 it was an Integer if it had no point.
            head.value =
                builder.is_before_1() ? exprs.integer(node.integer) : exprs.real(static_cast<double>(node.integer));
            break;
        case Kind::real: head.value = exprs.real(node.real); break;
        case Kind::string: {
            Symbol const name = interner_->find(text_of(node));
            // A name that is not declared is not in any table.
            head.value = builder.variable(name ? name : interner_->intern(text_of(node)));
            break;
        }
        case Kind::list: return take_list_apart(node, builder, head);
        case Kind::null:
        case Kind::object: head.value = builder.fail("this is not an expression"); break;
    }
    if (head.value) head.form = ExpressionHead::Form::value;
}

void JsonTree::take_list_apart(Node const& list, ExpressionBuilder& builder, ExpressionHead& head) const {
    using Form = ExpressionHead::Form;
    ExprStore& exprs = builder.exprs();
    bool const has_word = list.size > 0 && nodes_[list.first].kind == Kind::string;
    std::string_view const word = has_word ? text_of(nodes_[list.first]) : std::string_view();
    if (!has_word) {
        builder.fail("an expression begins with its operator, such as [\"+\",1,2]");
        return;
    }
    // An object at the end says what type the operation has.
    std::uint32_t size = list.size;
    std::uint32_t last = list.first;
    for (std::uint32_t i = 1; i < list.size; ++i) last = nodes_[last].next;
    if (nodes_[last].kind == Kind::object) {
        --size;
        Item const type = find(item(last), "type");
        bool const is_only = type.has_value() && nodes_[last].size == 1;
        auto const stated = is_only ? read_type(*this, type, builder.names(), exprs.types()) : std::nullopt;
        if (!stated) {
            builder.fail("the last member of an operation is neither an expression nor a type");
            return;
        }
        head.type = *stated;
    }
    // The children after the first `count`.
    auto const take_operands = [&](std::uint32_t count) {
        std::uint32_t child = list.first;
        for (std::uint32_t i = 0; i < size; ++i, child = nodes_[child].next) {
            if (i >= count) head.operands.push_back(item(child));
        }
    };
    auto const second = [&] { return nodes_[list.first].next; };
    auto const third = [&] { return nodes_[second()].next; };
    auto const has = [&](std::uint32_t wanted, std::string_view form) {
        if (size == wanted) return true;
        builder.fail("the form of this is " + std::string(form));
        return false;
    };
    if (auto const meaning = find_operator(word)) {
        head.form = meaning->kind == ExprKind::builtin ? Form::builtin : Form::apply;
        head.kind = meaning->kind;
        head.builtin = meaning->builtin;
        return take_operands(1);
    }
    auto const take_value = [&](ExprId value) {
        head.value = value;
        if (value) head.form = Form::value;
    };
    if (word == "shared") {
        bool const is_number = size == 2 && nodes_[second()].kind == Kind::integer;
        return take_value(is_number ? builder.shared(nodes_[second()].integer)
                                    : builder.fail("the form of this is [\"shared\",number]"));
    }
    if (word == "int") {
        bool const is_number = size == 2 && nodes_[second()].kind == Kind::integer;
        return take_value(is_number ? exprs.integer(nodes_[second()].integer)
                                    : builder.fail("the form of this is [\"int\",number]"));
    }
    if (auto const kind = find_remembered_kind(word)) {
        bool const is_row = size == 3 && nodes_[second()].kind == Kind::integer && nodes_[second()].integer > 0 &&
                            nodes_[second()].integer <= 0x7fffffff;
        if (!is_row) {
            builder.fail("the form of this is [\"" + std::string(word) + "\",row,expression]");
            return;
        }
        head.form = Form::remembered;
        head.remembered = *kind;
        head.number = nodes_[second()].integer;
        head.operands.push_back(item(third()));
        return;
    }
    if (word == "string") {
        bool const is_text = size == 2 && nodes_[second()].kind == Kind::string;
        return take_value(is_text ? exprs.string(interner_->intern(text_of(nodes_[second()])))
                                  : builder.fail("the form of this is [\"string\",\"text\"]"));
    }
    if (word == "local") {
        if (has(2, "[\"local\",\"name\"]")) take_value(builder.local(symbol_at(second())));
        return;
    }
    if (word == "enum") {
        if (has(3, "[\"enum\",\"type\",\"literal\"]"))
            take_value(builder.enumeration(symbol_at(second()), symbol_at(third())));
        return;
    }
    if (word == "call" || word == "record") {
        if (size < 2) {
            builder.fail("a call names its function");
            return;
        }
        head.form = word == "call" ? Form::call : Form::record;
        head.name = symbol_at(second());
        return take_operands(2);
    }
    if (word == "field") {
        if (!has(3, "[\"field\",record,\"name\"]")) return;
        head.form = Form::field;
        head.name = symbol_at(third());
        head.operands.push_back(item(second()));
        return;
    }
    if (word == "output") {
        if (!has(3, "[\"output\",number,call]")) return;
        if (nodes_[second()].kind != Kind::integer) {
            builder.fail("the form of this is [\"output\",number,call]");
            return;
        }
        head.form = Form::output;
        head.number = nodes_[second()].integer;
        head.operands.push_back(item(third()));
        return;
    }
    if (word != "reduction") {
        builder.fail("there is no operator `" + std::string(word) + "`");
        return;
    }
    constexpr std::string_view form = "[\"reduction\",\"sum\",body,[\"i\",range]]";
    auto const kind = size >= 4 ? find_reduction(text(item(second())).value_or("")) : std::nullopt;
    bool good = kind.has_value();
    std::uint32_t child = list.first;
    for (std::uint32_t i = 0; i < size && good; ++i, child = nodes_[child].next) {
        if (i < 2) continue;
        Node const& node = nodes_[child];
        if (i == 2) {
            head.operands.push_back(item(child));
            continue;
        }
        good = node.kind == Kind::list && node.size == 2 && nodes_[node.first].kind == Kind::string;
        if (!good) break;
        head.iterators.push_back(interner_->intern(text_of(nodes_[node.first])));
        head.operands.push_back(item(nodes_[node.first].next));
    }
    if (!good) {
        builder.fail("the form of this is " + std::string(form));
        return;
    }
    head.form = Form::reduction;
    head.reduction = *kind;
}

}  // namespace moo
