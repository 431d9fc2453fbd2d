#include "frontend/library/list_models.h"

#include "moo/lower/annotation.h"

namespace moo {

namespace {

// Deeper packages are links in a circle or made to do harm.
constexpr int deepest_package = 100;

class ModelLister {
public:
    ModelLister(Library& library, Interner& interner, std::string_view pattern, ListOptions options)
        : library_(library), interner_(interner), pattern_(pattern), options_(options) {
        inside_pattern_ = std::string(pattern) + ".*";
        literal_ = pattern.substr(0, pattern.find_first_of("*?"));
    }

    std::vector<std::string> run() {
        for (std::string const& name : library_.top_level_names()) {
            if (!may_hold_matches(name)) continue;
            if (auto const* const stored = library_.find_top_level(interner_.intern(name))) visit(*stored, 0);
        }
        return std::move(found_);
    }

private:
    // Whether the class or something inside it can match; only looks at the part before the first wildcard.
    [[nodiscard]] bool may_hold_matches(std::string_view name) const {
        if (name.size() < literal_.size()) return literal_.starts_with(name) && literal_[name.size()] == '.';
        bool const has_wildcard = literal_.size() < pattern_.size();
        bool const ends_there = name.size() == literal_.size() || name[literal_.size()] == '.';
        return name.starts_with(literal_) && (has_wildcard || ends_there);
    }

    [[nodiscard]] bool is_wanted(ast::Ast const& ast, ast::Class const& node, std::string_view name) const {
        bool const is_model = node.kind == ast::ClassKind::model || node.kind == ast::ClassKind::block;
        if (!is_model || node.is_partial) return false;
        if (options_.only_with_stop_time) {
            auto const experiment = find_argument(ast, interner_, node.comment.annotation, "experiment");
            if (!find_argument(ast, interner_, experiment, "StopTime")) return false;
        }
        return matches_wildcard(pattern_, name) || matches_wildcard(inside_pattern_, name);
    }

    void visit(StoredClass const& stored, int depth) {
        visit(*stored.ast, stored.id, stored.qualified_name, depth);
        for (Symbol const member : library_.member_names(stored)) {
            if (!may_hold_matches(inner_name(stored.qualified_name, member))) continue;
            auto const* const found = library_.find_member(stored, member);
            if (found != nullptr && depth < deepest_package) visit(*found, depth + 1);
        }
    }

    // The class and those that are written inside it.
    void visit(ast::Ast const& ast, ast::ClassId id, std::string const& name, int depth) {
        ast::Class const& node = ast[id];
        if (is_wanted(ast, node, name)) found_.push_back(name);
        for (ast::Section const& section : ast.items(node.sections)) {
            if (section.kind == ast::SectionKind::protected_) continue;
            for (ast::ElementId const element_id : ast.items(section.elements)) {
                ast::Element const& element = ast[element_id];
                if (element.kind == ast::ElementKind::class_definition && depth < deepest_package) {
                    visit_inner(ast, ast.class_definition(element), name, depth + 1);
                }
            }
        }
    }

    void visit_inner(ast::Ast const& ast, ast::ClassId id, std::string const& outer, int depth) {
        Symbol const symbol = ast[id].name.symbol;
        if (!symbol) return;
        std::string const name = inner_name(outer, symbol);
        // A class of the user takes its place.
        if (!may_hold_matches(name) || library_.find_user_member(outer, symbol) != nullptr) return;
        visit(ast, id, name, depth);
        for (Symbol const member : library_.user_member_names(name)) {
            visit(*library_.find_user_member(name, member), depth + 1);
        }
    }

    [[nodiscard]] std::string inner_name(std::string const& outer, Symbol name) const {
        return outer + '.' + std::string(interner_.text(name));
    }

    Library& library_;
    Interner& interner_;
    std::string_view pattern_;
    std::string inside_pattern_;
    std::string_view literal_;
    ListOptions options_;
    std::vector<std::string> found_;
};

}  // namespace

bool matches_wildcard(std::string_view pattern, std::string_view text) {
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;  // the last `*`, and how much of the text it has taken
    std::size_t taken = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            taken = t;
        } else if (p < pattern.size() && (pattern[p] == text[t] || pattern[p] == '?')) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++taken;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::vector<std::string> list_models(Library& library, Interner& interner, std::string_view pattern,
                                     ListOptions options) {
    return ModelLister(library, interner, pattern, options).run();
}

}  // namespace moo
