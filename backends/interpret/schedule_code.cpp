#include "backends/interpret/schedule_code.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <unordered_map>

#include "backends/interpret/op_codes.h"

namespace moo {

namespace {

// Instructions that cannot be moved: effects whose order matters, and jumps.
bool is_fixed(CodeOp op) { return op >= first_fixed_op; }

class PieceScheduler {
public:
    void run(std::span<CodeInstruction> piece) {
        writers_.clear();
        readers_.clear();
        levels_.resize(piece.size());
        for (std::size_t i = 0; i < piece.size(); ++i) levels_[i] = level_of(piece[i]);
        order_.resize(piece.size());
        std::iota(order_.begin(), order_.end(), 0u);
        std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t x, std::uint32_t y) {
            if (levels_[x] != levels_[y]) return levels_[x] < levels_[y];
            return piece[x].op < piece[y].op;
        });
        sorted_.clear();
        for (std::uint32_t const i : order_) sorted_.push_back(piece[i]);
        std::copy(sorted_.begin(), sorted_.end(), piece.begin());
    }

private:
    // One more than the highest level that it has to wait for: the writers of its operands, and earlier readers and
    // writers of its target.
    std::uint32_t level_of(CodeInstruction const& i) {
        std::uint32_t level = 0;
        auto const wait_for = [&](std::unordered_map<std::uint64_t, std::uint32_t> const& last, std::uint64_t place) {
            if (auto const found = last.find(place); found != last.end()) level = std::max(level, found->second + 1);
        };
        CodeFields const& fields = fields_of(i.op);
        auto const for_each_operand = [&](auto const& visit) {
            if (fields.a == CodeField::read) visit(i.a);
            if (fields.b == CodeField::read) visit(i.b);
            if (fields.c == CodeField::read) visit(i.c);
            if (i.op == CodeOp::pre) visit(past + i.a);
        };
        for_each_operand([&](std::uint64_t place) { wait_for(writers_, place); });
        std::uint64_t const target = target_place(i);
        wait_for(writers_, target);
        wait_for(readers_, target);
        for_each_operand([&](std::uint64_t place) {
            std::uint32_t& last = readers_[place];
            last = std::max(last, level);
        });
        writers_[target] = level;
        return level;
    }

    // Registers, and past values numbered separately. Each position of a result array is written only once, so results
    // need no entry.
    static constexpr std::uint64_t past = std::uint64_t{1} << 32;
    static constexpr std::uint64_t results = std::uint64_t{1} << 33;

    static std::uint64_t target_place(CodeInstruction const& i) {
        if (i.op == CodeOp::set_pre) return past + i.to;
        return i.op == CodeOp::set_result ? results + i.to : i.to;
    }

    std::unordered_map<std::uint64_t, std::uint32_t> writers_;
    std::unordered_map<std::uint64_t, std::uint32_t> readers_;
    std::vector<std::uint32_t> levels_;
    std::vector<std::uint32_t> order_;
    std::vector<CodeInstruction> sorted_;
};

// Turns runs of equal operations into loops. A jump into the middle would miss the head of the loop, so a run ends
// before a jump target.
void batch_runs(std::vector<CodeInstruction>& code, std::vector<bool> const& is_target) {
    constexpr std::size_t longest_run = std::numeric_limits<std::uint16_t>::max();
    for (std::size_t begin = 0; begin < code.size();) {
        std::size_t end = begin + 1;
        while (end < code.size() && code[end].op == code[begin].op && !is_target[end] && end - begin <= longest_run) ++end;
        std::size_t const others = end - begin - 1;
        if (std::optional<CodeOp> const batch = others > 0 ? batch_of(code[begin].op) : std::nullopt) {
            code[begin].op = *batch;
            code[begin].extra = static_cast<std::uint16_t>(others);
        }
        begin = end;
    }
}

}  // namespace

void schedule_code(std::vector<CodeInstruction>& code) {
    std::vector<bool> is_target(code.size() + 1);
    for (CodeInstruction const& i : code) {
        if (is_jump(i.op)) is_target[i.to] = true;
    }
    PieceScheduler scheduler;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= code.size(); ++i) {
        bool const ends = i == code.size() || is_target[i] || is_fixed(code[i].op);
        if (!ends) continue;
        scheduler.run(std::span(code).subspan(begin, i - begin));
        begin = i < code.size() && is_fixed(code[i].op) ? i + 1 : i;
    }
    for (std::uint32_t i = 0; i < code.size(); ++i) {
        if (is_jump(code[i].op)) code[i].to -= i;
    }
    batch_runs(code, is_target);
}

}  // namespace moo
