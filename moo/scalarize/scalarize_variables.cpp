// Variables.
#include "moo/scalarize/scalarizer.h"

namespace moo {

namespace {

constexpr Message<std::string_view> size_not_known{DiagnosticKind::NotEvaluable,
                                                   "the sizes of `{}` are not known during translation"};
constexpr Message<std::string_view, std::size_t> too_many_elements{
    DiagnosticKind::ModelTooLarge, "`{}` has {} elements, which is more than can be handled"};
constexpr Message<std::string_view> too_many{DiagnosticKind::ModelTooLarge,
                                             "with `{}` the model has more scalars than can be handled"};
constexpr Message<std::string_view> duplicate_name{DiagnosticKind::DuplicateName,
                                                   "`{}` is the name of a variable and of an element of another"};
constexpr Message<std::string_view, std::string_view> wrong_shape{
    DiagnosticKind::WrongSize, "the {} of `{}` and the variable have different numbers of elements"};

class Declaration {
public:
    explicit Declaration(Scalarizer& s) : s_(s) {}

    bool declare_all() {
        s_.parts.resize(s_.from.variables.size());
        is_taken_.resize(s_.interner.size());
        for (Variable const& variable : s_.from.variables) {
            if (s_.expander.types().is_scalar(variable.type)) is_taken_[variable.name.index()] = true;
        }
        s_.to.variables.reserve(s_.from.variables.size());
        if (s_.from.listing.empty()) {
            for (VarId const id : s_.from.variables.ids()) declare(id);
        } else {
            for (VarId const id : s_.from.listing) declare(id);
        }
        return is_good_;
    }

private:
    void declare(VarId id) {
        Variable const& variable = s_.from.variables[id];
        VariableParts& parts = s_.parts[id];
        parts.first = VarId(s_.to.variables.size());
        bool const is_scalar = s_.expander.types().is_scalar(variable.type);
        // Functions use the constants next to the model, and are not changed.
        parts.is_whole = variable.is_package_constant && !is_scalar;
        auto const count = s_.expander.types().count(variable.type);
        std::string_view const name = s_.interner.text(variable.name);
        if (!count) return fail(variable, size_not_known, name);
        bool const is_large = static_cast<std::int64_t>(*count) > s_.limits.max_elements;
        if (is_large) return fail(variable, too_many_elements, name, *count);
        if (!s_.expander.charge(*count, {})) return fail(variable, too_many, name);
        if (is_scalar || parts.is_whole) {
            add(variable, variable.name, variable.type);
        } else {
            name_ = name;
            add_parts(variable, variable.type);
        }
        parts.count = static_cast<std::uint32_t>(s_.to.variables.size() - parts.first.index());
    }

    // Types nest no deeper than their declarations.
    void add_parts(Variable const& whole, TypeId type) {
        TypeTable const& types = s_.expander.types().table();
        std::size_t const length = name_.size();
        if (s_.expander.types().is_scalar(type)) {
            Symbol const name = s_.interner.intern(name_);
            if (name.index() < is_taken_.size() && is_taken_[name.index()]) return fail(whole, duplicate_name, name_);
            return add(whole, name, type);
        }
        if (types.kind(type) == TypeKind::record) {
            for (RecordField const& field : types.fields(type)) {
                name_ += '.';
                name_ += s_.interner.text(field.name);
                add_parts(whole, field.type);
                name_.resize(length);
            }
            return;
        }
        if (s_.expander.types().count(type) == 0) return;
        auto const dims = types.dims(type);
        if (s_.expander.types().is_scalar(types.element(type))) {
            s_.to.arrays.push_back(
                {s_.interner.intern(name_), {dims.begin(), dims.end()}, VarId(s_.to.variables.size())});
        }
        std::vector<std::int64_t> at(dims.size(), 1);
        for (bool more = true; more;) {
            for (std::size_t i = 0; i < at.size(); ++i) {
                name_ += i == 0 ? '[' : ',';
                name_ += std::to_string(at[i]);
            }
            name_ += ']';
            add_parts(whole, types.element(type));
            name_.resize(length);
            more = false;
            for (std::size_t i = at.size(); i-- > 0 && !more;) {
                more = ++at[i] <= dims[i];
                if (!more) at[i] = 1;
            }
        }
    }

    void add(Variable const& whole, Symbol name, TypeId type) {
        Variable part = whole;
        part.name = name;
        part.type = type;
        part.binding = {};
        part.attributes = {};
        s_.to.variables.add(part);
    }

    template <class... Args, class... Values>
    void fail(Variable const& variable, Message<Args...> const& message, Values const&... values) {
        s_.diagnostics.error(variable.source, message, values...);
        is_good_ = false;
    }

    Scalarizer& s_;
    std::vector<bool> is_taken_;
    std::string name_;
    bool is_good_ = true;
};

class Attributes {
public:
    explicit Attributes(Scalarizer& s) : s_(s) {}

    bool run(VarId id) {
        Variable const& variable = s_.from.variables[id];
        bool good = true;
        for (std::size_t i = 0; i < attribute_count; ++i) {
            if (!variable.attributes[i]) continue;
            items_.clear();
            std::string_view const name = attribute_name(static_cast<Attribute>(i));
            if (!find_values(id, variable.attributes[i], name, true)) {
                good = false;
                continue;
            }
            give(id, [i](Variable& part, ExprId value) { part.attributes[i] = value; });
        }
        if (!variable.binding) return good;
        items_.clear();
        if (!find_values(id, with_sizes(variable.binding, variable.type), "binding", false)) return false;
        give(id, [](Variable& part, ExprId value) { part.binding = value; });
        return good;
    }

private:
    // How large the result of a call is may be known to the declaration only: a matrix from a file.
    ExprId with_sizes(ExprId binding, TypeId declared) {
        ExprStore& old = s_.from.exprs;
        bool const is_open = old.kind(binding) == ExprKind::call && !old.types().has_known_sizes(old.type(binding));
        if (!is_open || !old.types().has_known_sizes(declared)) return binding;
        std::vector<ExprId> arguments;
        old.operands(binding).copy_to(arguments);
        return old.call(old.symbol(binding), arguments, declared);
    }

    // One for each part, or one for all of them where that is allowed.
    bool find_values(VarId id, ExprId expr, std::string_view what, bool may_spread) {
        Variable const& variable = s_.from.variables[id];
        VariableParts const parts = s_.parts[id];
        if (parts.is_whole) {
            items_.push_back(s_.expander.copy(expr));
            return items_.back() || s_.report(variable.source);
        }
        TypeId type;
        if (!s_.expand(expr, variable.source, items_, type)) return false;
        bool const is_spread = may_spread && s_.expander.types().is_scalar(type);
        if (is_spread) return true;
        std::vector<ExprId> const given = std::move(items_);
        items_.clear();
        TypeTable& types = s_.expander.types().table();
        // The elements of an attribute may have another type than those of the variable.
        bool const is_record = types.kind(types.element(variable.type)) == TypeKind::record;
        TypeId const wanted = is_record ? variable.type : types.with_element(variable.type, types.element(type));
        if (s_.arrange(given, type, wanted, items_) && items_.size() == parts.count) return true;
        s_.diagnostics.error(variable.source, wrong_shape, what, s_.interner.text(variable.name));
        return false;
    }

    template <class Set>
    void give(VarId id, Set set) {
        VariableParts const parts = s_.parts[id];
        for (std::uint32_t i = 0; i < parts.count; ++i) {
            set(s_.to.variables[VarId(parts.first.index() + i)], items_.size() == 1 ? items_[0] : items_[i]);
        }
    }

    Scalarizer& s_;
    std::vector<ExprId> items_;
};

}  // namespace

bool declare_scalars(Scalarizer& scalarizer) { return Declaration(scalarizer).declare_all(); }

bool scalarize_attributes(Scalarizer& scalarizer) {
    Attributes attributes(scalarizer);
    bool good = true;
    for (VarId const id : scalarizer.from.variables.ids()) good = attributes.run(id) && good;
    return good;
}

}  // namespace moo
