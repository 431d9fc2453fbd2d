// Clock partitions.
#include "moo/io/base_modelica/writer.h"

namespace moo::base_modelica {

namespace {

bool is_base_clock(FlatSubPartition const& sub) {
    return sub.sub_numerator == 1 && sub.sub_denominator == 1 && sub.shift_numerator == 0;
}

std::string clock_name(Writer const& writer, FlatPartition const& partition, std::size_t number) {
    if (!partition.clock_name) return "_baseClock" + std::to_string(number);
    return identifier_text(writer.interner.text(partition.clock_name), NameStyle::quoted);
}

// `superSample(subSample(shiftSample(c, 1, 2), 3), 2)`: the shift counts in periods of the base clock.
std::string sub_clock_text(FlatSubPartition const& sub, std::string text) {
    if (sub.shift_numerator != 0) {
        bool const is_back = sub.shift_numerator < 0;
        std::int64_t const count = is_back ? -sub.shift_numerator : sub.shift_numerator;
        text = (is_back ? "backSample(" : "shiftSample(") + text + ", " + std::to_string(count);
        if (sub.shift_denominator != 1) text += ", " + std::to_string(sub.shift_denominator);
        text += ")";
    }
    if (sub.sub_numerator != 1) text = "subSample(" + text + ", " + std::to_string(sub.sub_numerator) + ")";
    if (sub.sub_denominator != 1) text = "superSample(" + text + ", " + std::to_string(sub.sub_denominator) + ")";
    return text;
}

void write_sub_partition(Writer& writer, FlatSubPartition const& sub, std::string_view clock) {
    TextWriter& out = writer.out;
    out.indent();
    out.write("subpartition (clock = ");
    out.write(clock);
    if (sub.solver_method) {
        out.write(", solverMethod = ");
        print_string_literal(out, writer.interner.text(sub.solver_method));
    }
    out.write(")\n");
    if (!sub.equations.empty()) {
        out.line("equation");
        out.deeper();
        write_equations(writer, sub.equations);
        out.shallower();
    }
    for (FlatAlgorithm const& algorithm : sub.algorithms) {
        out.line("algorithm");
        out.deeper();
        write_statements(writer, algorithm.statements, algorithm.instance);
        out.shallower();
    }
}

}  // namespace

void write_partitions(Writer& writer) {
    TextWriter& out = writer.out;
    std::size_t base_number = 0;
    std::size_t sub_number = 0;
    for (FlatPartition const& partition : writer.model.partitions) {
        out.line("partition");
        out.deeper();
        std::string const base = clock_name(writer, partition, base_number++);
        writer.start_line(partition.source);
        out.write("Clock " + base + " = ");
        writer.write_expr(partition.clock);
        out.write(";\n");
        std::vector<std::string> clocks;
        for (FlatSubPartition const& sub : partition.sub_partitions) {
            if (is_base_clock(sub)) {
                clocks.push_back(base);
                continue;
            }
            clocks.push_back("_subClock" + std::to_string(sub_number++));
            out.line("Clock " + clocks.back() + " = " + sub_clock_text(sub, base) + ";");
        }
        for (std::size_t i = 0; i < clocks.size(); ++i) {
            write_sub_partition(writer, partition.sub_partitions[i], clocks[i]);
        }
        out.shallower();
    }
}

}  // namespace moo::base_modelica
