#include "backends/interpret/schedule_tape.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <unordered_map>

namespace moo {

namespace {

// What must stay where it is: effects whose order matters, and jumps.
bool is_fixed(Operation operation) {
    return operation > Operation::store_result || operation == Operation::rises || operation == Operation::call;
}

bool is_jump(Operation operation) { return operation >= Operation::jump; }

class PieceScheduler {
public:
    void run(std::span<Instruction> piece) {
        writers_.clear();
        readers_.clear();
        levels_.resize(piece.size());
        for (std::size_t i = 0; i < piece.size(); ++i) levels_[i] = level_of(piece[i]);
        order_.resize(piece.size());
        std::iota(order_.begin(), order_.end(), 0u);
        std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t x, std::uint32_t y) {
            if (levels_[x] != levels_[y]) return levels_[x] < levels_[y];
            if (piece[x].operation != piece[y].operation) return piece[x].operation < piece[y].operation;
            return function_of(piece[x]) < function_of(piece[y]);
        });
        sorted_.clear();
        for (std::uint32_t const i : order_) sorted_.push_back(piece[i]);
        std::copy(sorted_.begin(), sorted_.end(), piece.begin());
    }

private:
    static std::uint32_t function_of(Instruction const& instruction) {
        return instruction.operation == Operation::unary_function || instruction.operation == Operation::binary_function
                   ? instruction.extra
                   : 0;
    }

    // One above everything that it has to wait for: who writes its operands, and who reads or writes its target before.
    std::uint32_t level_of(Instruction const& instruction) {
        std::uint32_t level = 0;
        auto const wait_for = [&](std::unordered_map<std::uint64_t, std::uint32_t> const& last, std::uint64_t place) {
            if (auto const found = last.find(place); found != last.end()) level = std::max(level, found->second + 1);
        };
        std::uint64_t const operands[] = {operand_place(instruction, 0), operand_place(instruction, 1)};
        for (std::uint64_t const place : operands) wait_for(writers_, place);
        std::uint64_t const target = target_place(instruction);
        wait_for(writers_, target);
        wait_for(readers_, target);
        for (std::uint64_t const place : operands) {
            std::uint32_t& last = readers_[place];
            last = std::max(last, level);
        }
        writers_[target] = level;
        return level;
    }

    // Registers, and past values apart from them.
    static constexpr std::uint64_t past = std::uint64_t{1} << 32;
    static constexpr std::uint64_t elsewhere = std::uint64_t{1} << 33;

    static std::uint64_t operand_place(Instruction const& instruction, int which) {
        Operation const operation = instruction.operation;
        if (operation == Operation::previous) return which == 0 ? past + instruction.a : elsewhere;
        if (operation == Operation::edge || operation == Operation::change) {
            return which == 0 ? instruction.a : past + instruction.a;
        }
        if (which == 0) return reads_a(operation) ? instruction.a : elsewhere;
        return reads_b(operation) ? instruction.b : elsewhere;
    }

    static std::uint64_t target_place(Instruction const& instruction) {
        if (instruction.operation == Operation::store_previous) return past + instruction.to;
        // Results have an array of their own, each place of which is written once.
        if (instruction.operation == Operation::store_result) return 2 * elsewhere + instruction.to;
        return instruction.to;
    }

    std::unordered_map<std::uint64_t, std::uint32_t> writers_;
    std::unordered_map<std::uint64_t, std::uint32_t> readers_;
    std::vector<std::uint32_t> levels_;
    std::vector<std::uint32_t> order_;
    std::vector<Instruction> sorted_;
};

bool is_alike(Instruction const& x, Instruction const& y) {
    if (x.operation != y.operation || is_fixed(x.operation)) return false;
    bool const is_call = x.operation == Operation::unary_function || x.operation == Operation::binary_function;
    return !is_call || x.extra == y.extra;
}

}  // namespace

void schedule_tape(Tape& tape) {
    std::vector<bool> is_target(tape.size() + 1);
    for (Instruction const& instruction : tape) {
        if (is_jump(instruction.operation)) is_target[instruction.to] = true;
    }
    PieceScheduler scheduler;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= tape.size(); ++i) {
        bool const ends = i == tape.size() || is_target[i] || is_fixed(tape[i].operation);
        if (!ends) continue;
        scheduler.run(std::span(tape).subspan(begin, i - begin));
        begin = i < tape.size() && is_fixed(tape[i].operation) ? i + 1 : i;
    }
    // A run ends before a jump's target: the instruction there has to be reached by itself, too.
    for (std::size_t i = tape.size(); i-- > 0;) {
        bool const goes_on = i + 1 < tape.size() && !is_target[i + 1] && is_alike(tape[i], tape[i + 1]);
        tape[i].run = goes_on ? tape[i + 1].run + 1 : 0;
    }
}

}  // namespace moo
