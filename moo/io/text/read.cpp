#include "moo/io/text/read.h"

#include "moo/io/text/read_declaration.h"
#include "moo/io/text/read_lines.h"
#include "moo/lower/annotation.h"
#include "moo/syntax/parse.h"

namespace moo {

namespace {

constexpr Message<> no_model_in_file{DiagnosticKind::MooMalformed, "the file contains no model"};
constexpr Message<> second_model{DiagnosticKind::MooMalformed,
                                 "a MOO file contains one model, which is its last class"};

class TextReader : public RowConsumer {
public:
    TextReader(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics, Document& document)
        : sources_(sources),
          file_(file),
          interner_(interner),
          diagnostics_(diagnostics),
          document_(document),
          sections_(document, sources, interner, diagnostics),
          expressions_(ast_, sections_.context().builder),
          tree_(ast_, expressions_, interner),
          classes_(ast_, sections_.context()),
          declarations_(ast_, sections_, expressions_, tree_, classes_),
          lines_(ast_, sections_, expressions_, tree_) {
        sections_.on_declared = [this] { classes_.finish(); };
        sections_.on_shared = [this] { declarations_.complete(); };
    }

    void run() {
        if (!check_version_early()) return;
        ParseOptions options;
        // Subscripts and members of expressions in parentheses.
        options.base_modelica = true;
        parse_rows(file_, sources_, interner_, diagnostics_, options, ast_, *this);
        if (!has_model_ && !diagnostics_.has_errors())
            diagnostics_.error({sources_.start_of(file_), {}}, no_model_in_file);
    }

    // ---- RowConsumer ----

    void take_class(ast::ClassId id) override {
        if (has_model_) {
            diagnostics_.error(ast_[id].name.span, second_model);
            return;
        }
        classes_.add(id);
    }

    void begin_model(ast::Class const& model) override {
        // The parser has said what it thinks of a model without a name.
        if (!model.name.symbol) return;
        if (has_model_) {
            diagnostics_.error(model.name.span, second_model);
            return;
        }
        has_model_ = true;
        document_.name = expressions_.name_of(model.name.symbol);
        if (!model.comment.description.empty()) {
            document_.description = interner_.intern(ast_.description_text(model.comment.description));
        }
        classes_.declare();
        sections_.enter_section(sections_.rank_of("variables"), model.name.span, true);
    }

    bool take_element(ast::ElementId id) override {
        if (has_lines_) {
            sections_.report(ast_[id].span, "variables are declared before `equation`");
            return false;
        }
        return declarations_.read(id);
    }

    bool take_equation(ast::EquationId id) override {
        has_lines_ = true;
        lines_.read(id);
        return false;
    }

    void take_annotation(ast::ModificationId id) override {
        for (ast::ModifierId const argument : ast_.items(ast_[id].arguments)) {
            ast::Modifier const& modifier = ast_[argument];
            auto const name = ast_.items(modifier.name.parts);
            if (name.size() != 1 || !modifier.modification) continue;
            if (interner_.text(name[0].symbol) == "__moo") read_header(modifier.modification);
            if (interner_.text(name[0].symbol) == "experiment") read_experiment(modifier.modification);
        }
    }

    void end_model(SourceSpan span) override {
        if (is_finished_) return;
        is_finished_ = true;
        sections_.finish(span);
        if (!diagnostics_.has_errors()) declarations_.finish();
    }

private:
    // The header is at the end, but a wrong version should not be reported after a hundred other errors.
    bool check_version_early() {
        std::string_view const text = sources_.text(file_);
        constexpr std::string_view begin = "__moo(version = \"";
        std::size_t const found = text.rfind(begin);
        if (found == std::string_view::npos) return true;
        std::size_t const from = found + begin.size();
        std::size_t const end = text.find('"', from);
        if (end == std::string_view::npos) return true;
        return sections_.check_version(text.substr(from, end - from),
                                       {sources_.loc(file_, from - 1), sources_.loc(file_, end + 1)});
    }

    // annotation(__moo(version = "…", files = {"…"}, …))
    void read_header(ast::ModificationId header) {
        Item const object = TextTree::item(header);
        std::vector<RowField> fields;
        tree_.fields(object, fields);
        for (auto const& [name, value, is_taken] : fields) {
            if (name == "version") {
                auto const version = tree_.text(value);
                sections_.check_version(version.value_or("?"), tree_.place(value));
                continue;
            }
            if (name == "functionOrder") {
                read_function_order(value);
                continue;
            }
            ReadSection* const section = sections_.find(name);
            bool const is_header =
                name == "generator" || name == "options" || name == "requires" || name == "slice" || name == "files";
            if (section == nullptr || !is_header || section->rows > 0) {
                sections_.report(tree_.place(value),
                                 "the header has no field `" + std::string(name) + "`, or has it twice");
                continue;
            }
            if (section->shape == SectionShape::value) {
                sections_.read(*section, tree_, value);
                continue;
            }
            std::vector<Item> items;
            if (!tree_.elements(value, section->row, items))
                sections_.report(tree_.place(value), "expected a list in braces");
            for (Item const item : items) sections_.read(*section, tree_, item);
        }
    }

    // The position of each function, in the order of the text.
    void read_function_order(Item value) {
        std::vector<std::int64_t> numbers;
        std::vector<FlatFunction>& functions = document_.functions;
        bool is_good = tree_.integers(value, numbers) && numbers.size() == functions.size();
        std::vector<bool> is_taken(functions.size());
        for (std::size_t i = 0; is_good && i < numbers.size(); ++i) {
            is_good = numbers[i] >= 1 && numbers[i] <= static_cast<std::int64_t>(functions.size()) &&
                      !is_taken[static_cast<std::size_t>(numbers[i] - 1)];
            if (is_good) is_taken[static_cast<std::size_t>(numbers[i] - 1)] = true;
        }
        if (!is_good) return sections_.report(tree_.place(value), "`functionOrder` is not one place for each function");
        std::vector<FlatFunction> ordered(functions.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            ordered[static_cast<std::size_t>(numbers[i] - 1)] = std::move(functions[i]);
        }
        functions = std::move(ordered);
    }

    void read_experiment(ast::ModificationId experiment) {
        auto const value = [&](std::string_view name) -> std::optional<double> {
            ast::ModificationId const given = find_argument(ast_, interner_, experiment, name);
            if (!given) return std::nullopt;
            auto const number = ast_[given].value ? number_literal(ast_, ast_[given].value) : std::nullopt;
            if (!number)
                sections_.report(ast_[given].span, "`" + std::string(name) + "` of the experiment is not a number");
            return number;
        };
        document_.experiment = {value("StartTime"), value("StopTime"), value("Tolerance"), value("Interval")};
    }

    SourceManager& sources_;
    FileId file_;
    Interner& interner_;
    Diagnostics& diagnostics_;
    Document& document_;
    ast::Ast ast_;
    SectionReader sections_;
    AstExpressions expressions_;
    TextTree tree_;
    TextClasses classes_;
    DeclarationReader declarations_;
    LineReader lines_;
    bool has_model_ = false;
    bool has_lines_ = false;
    bool is_finished_ = false;
};

}  // namespace

void read_text(FileId file, SourceManager& sources, Interner& interner, Diagnostics& diagnostics, Document& document) {
    TextReader(file, sources, interner, diagnostics, document).run();
}

}  // namespace moo
