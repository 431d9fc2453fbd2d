// Property: any text that the grammar derives is accepted and survives printing.
#include <catch2/catch.hpp>

#include <random>

#include "tests/roundtrip/round_trip.h"
#include "tests/unit/syntax/support.h"

using namespace moo::tests;
using namespace std::string_literals;

namespace {

// Derives random texts from the grammar. `fuel` bounds the size.
class Generator {
public:
    Generator(unsigned seed, bool base) : random_(seed), base_(base) {}

    std::string expression(int fuel) {
        std::string out = fuel > 0 && one_in(12) ? conditional(fuel) : simple(fuel);
        if (base_ && one_in(8)) out += " @"s + std::to_string(pick(1000));
        return out;
    }

    std::string file(int fuel) {
        std::string out = base_ ? "//! base 0.1.0\n" : one_in(3) ? "within A.B;" : "";
        for (int i = pick(2); i >= 0; --i) out += (one_in(5) ? "final " : "") + class_definition(fuel) + ";" + gap();
        return out;
    }

private:
    int pick(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
    bool one_in(int n) { return pick(n) == 0; }
    std::string any(std::initializer_list<char const*> words) {
        return *(words.begin() + pick(static_cast<int>(words.size())));
    }
    std::string gap() { return any({" ", "\n", " /* c */ ", " // c\n", "\t"}); }
    std::string identifier() { return any({"x", "y", "a1", "_b", "'q d'", R"('\'\\')", "der1", "Clocks"}); }
    std::string name() { return identifier() + (one_in(3) ? "."s + identifier() : ""); }
    std::string type() { return (one_in(6) ? "." : "") + name(); }
    std::string number() { return any({"0", "1", "42", "1.", ".5", "2.5e-3", "1E6", "9223372036854775807"}); }
    std::string string() { return any({R"("")", R"("a\"b\\")", "\"two\nlines\"", "\"é\""}); }

    template <class Item>
    std::string list(int most, Item const& item) {
        std::string out = item();
        for (int i = pick(most); i > 0; --i) out += gap() + "," + gap() + item();
        return out;
    }

    std::string subscripts(int fuel) {
        return "["s + list(2, [&] { return one_in(3) ? any({":", "end", "1:end"}) : expression(fuel - 1); }) + "]";
    }
    std::string reference(int fuel) {
        std::string out = one_in(10) ? "." : "";
        out += identifier();
        if (fuel > 0 && one_in(4)) out += subscripts(fuel - 1);
        if (one_in(4)) out += "."s + identifier();
        return out;
    }
    std::string conditional(int fuel) {
        std::string out = "if "s + expression(fuel - 1) + " then " + expression(fuel - 1);
        if (one_in(3)) out += " elseif "s + expression(fuel - 1) + " then " + expression(fuel - 1);
        return out + " else " + expression(fuel - 1);
    }
    std::string simple(int fuel) {
        std::string out = logical(fuel);
        if (fuel > 0 && one_in(10)) out += ":"s + logical(fuel - 1);
        return out;
    }
    std::string logical(int fuel) {
        std::string out = (one_in(8) ? "not " : "") + relation(fuel);
        if (fuel > 0 && one_in(6)) out += gap() + any({"and", "or"}) + gap() + logical(fuel - 1);
        return out;
    }
    std::string relation(int fuel) {
        std::string out = sum(fuel);
        if (fuel > 0 && one_in(6)) out += any({"<", "<=", ">", ">=", "==", "<>"}) + gap() + sum(fuel - 1);
        return out;
    }
    std::string sum(int fuel) {
        std::string out = any({"", "", "", "-", "+", ".-", ".+"}) + gap() + product(fuel);
        for (int i = pick(3); i > 0 && fuel > 0; --i)
            out += gap() + any({"+", "-", ".+", ".-"}) + gap() + product(fuel - 1);
        return out;
    }
    std::string product(int fuel) {
        std::string out = power(fuel);
        for (int i = pick(3); i > 0 && fuel > 0; --i)
            out += gap() + any({"*", "/", ".*", "./"}) + gap() + power(fuel - 1);
        return out;
    }
    std::string power(int fuel) {
        return primary(fuel) + (one_in(6) ? gap() + any({"^", ".^"}) + gap() + primary(fuel) : "");
    }
    std::string arguments(int fuel) {
        if (one_in(6)) return "()";
        if (one_in(6)) return "("s + expression(fuel - 1) + " for " + iterators(fuel - 1) + ")";
        std::string out = "("s + list(2, [&] { return argument(fuel - 1); });
        if (one_in(3)) out += ", n = "s + argument(fuel - 1);
        return out + ")";
    }
    std::string argument(int fuel) {
        if (fuel > 0 && one_in(10)) return "function "s + type() + "(m = " + expression(fuel - 1) + ")";
        return expression(fuel);
    }
    std::string iterators(int fuel) {
        return list(2, [&] { return identifier() + (one_in(3) ? "" : " in "s + expression(fuel)); });
    }
    std::string primary(int fuel) {
        if (fuel <= 0) return one_in(2) ? number() : reference(0);
        switch (pick(10)) {
            case 0: return number();
            case 1: return string();
            case 2: return any({"true", "false"});
            case 3: return (one_in(4) ? any({"der", "initial", "pure"}) : reference(fuel - 1)) + arguments(fuel - 1);
            case 4: return "("s + expression(fuel - 1) + ")" + (base_ && one_in(3) ? subscripts(fuel - 1) : "");
            case 5: return "("s + any({",", "", expression(fuel - 1).append(", ,").c_str()}) + ")";
            case 6: return "{"s + list(3, [&] { return expression(fuel - 1); }) + "}";
            case 7: return "{"s + expression(fuel - 1) + " for " + iterators(fuel - 1) + "}";
            case 8: return "["s + expression(fuel - 1) + "; " + list(2, [&] { return expression(fuel - 1); }) + "]";
        }
        return reference(fuel);
    }

    std::string decoration() { return base_ && one_in(4) ? "@"s + std::to_string(pick(99)) + " " : ""; }
    std::string description() { return one_in(3) ? gap() + string() + (one_in(3) ? "+"s + string() : "") : ""; }
    std::string annotation(int fuel) { return "annotation"s + gap() + modifiers(fuel); }
    std::string comment(int fuel) {
        return description() + (fuel > 0 && one_in(4) ? gap() + annotation(fuel - 1) : "");
    }
    std::string modifiers(int fuel) {
        return one_in(6) ? "()" : "("s + list(3, [&] { return modifier(fuel); }) + ")";
    }
    std::string modifier(int fuel) {
        std::string out = decoration();
        if (one_in(8)) out += "redeclare ";
        bool const redeclare = out.ends_with("redeclare ");
        out += any({"", "", "each ", "final ", "each final "});
        if (!redeclare && !one_in(10)) return out + name() + modification(fuel) + description();
        if (one_in(2) || !redeclare) out += "replaceable ";
        bool const replaceable = out.ends_with("replaceable ");
        out += one_in(2) ? class_prefixes() + short_class(fuel)
                         : prefixes() + type() + " " + declaration(fuel) + comment(fuel - 1);
        if (replaceable && one_in(2)) out += " constrainedby "s + type() + (fuel > 0 ? modifiers(fuel - 1) : "");
        return out;
    }
    std::string modification(int fuel) {
        std::string out;
        if (fuel > 0 && one_in(3)) out += modifiers(fuel - 1);
        if (one_in(2))
            out += (out.empty() && one_in(5) ? ":=" : "=") + gap() + (one_in(8) ? "break" : expression(fuel - 1));
        return out;
    }
    std::string prefixes() {
        return any({"", "", "flow ", "stream "}) + any({"", "discrete ", "parameter ", "constant "}) +
               any({"", "input ", "output "});
    }
    std::string declaration(int fuel) {
        return identifier() + (one_in(4) ? subscripts(fuel - 1) : "") + modification(fuel);
    }

    std::string class_prefixes() {
        return (one_in(4) ? "partial " : "") +
               any({"class ", "model ", "record ", "operator record ", "block ", "connector ", "expandable connector ",
                    "type ", "package ", "function ", "pure function ", "impure operator function ", "operator "});
    }
    std::string short_class(int fuel) {
        std::string const head = identifier() + gap() + "=" + gap();
        switch (pick(5)) {
            case 0:
                return head + "enumeration(" + list(3, [&] { return identifier() + comment(fuel - 1); }) + ")" +
                       comment(fuel - 1);
            case 1: return head + any({"enumeration(:)", "enumeration()"}) + comment(fuel - 1);
            case 2: return head + "der(" + type() + ", x, y)" + comment(fuel - 1);
        }
        return head + any({"", "input ", "output "}) + type() + (one_in(3) ? subscripts(fuel - 1) : "") +
               (fuel > 0 && one_in(2) ? modifiers(fuel - 1) : "") + comment(fuel - 1);
    }
    std::string class_definition(int fuel) {
        std::string out = (one_in(8) ? "encapsulated " : "") + class_prefixes();
        if (one_in(3)) return out + short_class(fuel);
        std::string const id = identifier();
        if (one_in(6))
            out += "extends "s + id + (fuel > 0 && one_in(2) ? modifiers(fuel - 1) : "");
        else
            out += id;
        out += description() + gap();
        for (int i = pick(3); i > 0; --i) out += element(fuel) + ";" + gap();
        for (int i = pick(4); i > 0 && fuel > 0; --i) out += section(fuel - 1);
        if (one_in(5))
            out += "external \"C\" "s + any({"", "f()", "y = f(x, 1)", "y[1].z = f()"}) +
                   (one_in(2) ? annotation(0) : "") + ";";
        if (one_in(4)) out += annotation(fuel) + ";";
        return out + "end " + id;
    }
    std::string element(int fuel) {
        std::string out = decoration();
        switch (pick(6)) {
            case 0: return out + "import " + any({"A.B", "C = A.B", "A.B.*", "A.{B, C}"}) + comment(fuel - 1);
            case 1:
                return out + "extends " + type() + any({"", "()", "(break x)", "(break connect(a, b.c[1]), y = 1)"}) +
                       (one_in(3) ? annotation(0) : "");
        }
        out +=
            any({"", "", "redeclare "}) + any({"", "", "final "}) + any({"", "", "inner ", "outer ", "inner outer "});
        bool const replaceable = one_in(4);
        if (replaceable) out += "replaceable ";
        if (fuel > 0 && one_in(3)) {
            out += class_definition(fuel - 1);
        } else {
            out += prefixes() + type() + (one_in(4) ? subscripts(fuel - 1) : "") + " " + list(2, [&] {
                       return declaration(fuel) + (one_in(6) ? " if "s + expression(fuel - 1) : "") + comment(fuel - 1);
                   });
        }
        if (replaceable && one_in(2)) out += " constrainedby "s + type() + comment(fuel - 1);
        return out;
    }
    std::string section(int fuel) {
        std::string out = gap();
        switch (pick(4)) {
            case 0:
                out += any({"public ", "protected "});
                for (int i = pick(3); i > 0; --i) out += element(fuel) + ";";
                return out;
            case 1:
            case 2:
                out += any({"equation ", "initial equation "});
                for (int i = pick(4); i > 0; --i) out += equation(fuel) + ";" + gap();
                return out;
        }
        out += any({"algorithm ", "initial algorithm "});
        for (int i = pick(4); i > 0; --i) out += statement(fuel) + ";" + gap();
        return out;
    }
    std::string equations(int fuel) {
        std::string out;
        for (int i = pick(3); i > 0; --i) out += equation(fuel) + ";" + gap();
        return out;
    }
    std::string equation(int fuel) {
        std::string out = decoration();
        if (fuel > 0) {
            switch (pick(8)) {
                case 0:
                    return out + "if " + expression(fuel - 1) + " then " + equations(fuel - 1) + "elseif a then " +
                           equations(fuel - 1) + (one_in(2) ? "else "s + equations(fuel - 1) : "") + "end if" +
                           comment(fuel - 1);
                case 1:
                    return out + "for " + iterators(fuel - 1) + " loop " + equations(fuel - 1) + "end for" +
                           comment(fuel - 1);
                case 2:
                    return out + "when " + expression(fuel - 1) + " then " + equations(fuel - 1) + "elsewhen b then " +
                           equations(fuel - 1) + "end when" + comment(fuel - 1);
                case 3: return out + "connect(" + reference(1) + ", " + reference(1) + ")" + comment(fuel - 1);
                case 4: return out + reference(1) + arguments(fuel - 1) + comment(fuel - 1);
            }
        }
        return out + simple(fuel) + " = " + expression(fuel) + comment(fuel - 1);
    }
    std::string statements(int fuel) {
        std::string out;
        for (int i = pick(3); i > 0; --i) out += statement(fuel) + ";" + gap();
        return out;
    }
    std::string statement(int fuel) {
        std::string out = decoration();
        if (fuel > 0) {
            switch (pick(9)) {
                case 0:
                    return out + "if " + expression(fuel - 1) + " then " + statements(fuel - 1) + "else " +
                           statements(fuel - 1) + "end if";
                case 1:
                    return out + "for " + iterators(fuel - 1) + " loop " + statements(fuel - 1) + "end for" +
                           comment(fuel - 1);
                case 2: return out + "while " + expression(fuel - 1) + " loop " + statements(fuel - 1) + "end while";
                case 3:
                    return out + "when a then " + statements(fuel - 1) + "elsewhen b then " + statements(fuel - 1) +
                           "end when";
                case 4: return out + any({"break", "return"}) + comment(fuel - 1);
                case 5: return out + "(a, , b[1]) := " + reference(1) + arguments(fuel - 1) + comment(fuel - 1);
                case 6: return out + reference(1) + arguments(fuel - 1) + comment(fuel - 1);
            }
        }
        return out + reference(fuel) + " := " + expression(fuel) + comment(fuel - 1);
    }

    std::mt19937 random_;
    bool base_;
};

}  // namespace

TEST_CASE("random expressions survive printing") {
    for (unsigned seed = 0; seed < 3000; ++seed) {
        bool const base = seed % 3 == 0;
        std::string const text = Generator(seed, base).expression(4);
        std::string const problem = check_expression_round_trip(text, {.base_modelica = base});
        INFO(seed << "\n" << text);
        REQUIRE(problem == "");
    }
}

TEST_CASE("random files survive printing") {
    for (unsigned seed = 0; seed < 1000; ++seed) {
        std::string const text = Generator(seed, seed % 3 == 0).file(3);
        std::string const problem = check_round_trip("random.mo", text);
        INFO(seed << "\n" << text);
        REQUIRE(problem == "");
    }
}
