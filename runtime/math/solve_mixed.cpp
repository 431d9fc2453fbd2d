#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "runtime/math/solve_block.h"
#include "runtime/text/number_text.h"

namespace moo::runtime {

namespace {

// Up to this many relations, all combinations are tried.
constexpr std::uint32_t max_exhaustive = 12;
// If a relation disagrees with the solution by less than this, the cause is rounding, not a contradiction.
constexpr double border_width = 1e-10;

struct Switches {
    std::vector<std::uint8_t> relations;
    std::vector<double> discrete;
    friend bool operator==(Switches const& a, Switches const& b) {
        return a.relations == b.relations && a.discrete == b.discrete;
    }
};

enum class Verdict { consistent, inconsistent, unsolvable, fatal };

class MixedSolver {
public:
    MixedSolver(MooInstance* m, MooBlock const& block, BlockMemory& memory)
        : m_(m), block_(block), memory_(memory), z_(m->model->crossing_count) {}

    MooStatus run() {
        set_settled(0);
        save_unknowns();
        Switches const first = read();
        Verdict verdict = search(first);
        // A choice that does not determine all unknowns, such as two ideal diodes that conduct against each other at
        // equal voltages, would contradict itself in the next moment. So it is used only if there is no other.
        if (verdict == Verdict::inconsistent || verdict == Verdict::unsolvable) {
            accepts_singular_ = true;
            restore_unknowns();
            verdict = search(first);
        }
        if (verdict == Verdict::consistent) {
            set_settled(1);
            return MOO_OK;
        }
        restore_unknowns();
        write(first);
        return verdict == Verdict::fatal ? MOO_FATAL : fail();
    }

private:
    Verdict search(Switches const& first) {
        Verdict verdict = follow(first);
        if (verdict == Verdict::inconsistent || verdict == Verdict::unsolvable) {
            verdict = block_.relation_count <= max_exhaustive ? search_all(first) : search_guided(first);
        }
        bool const failed = verdict == Verdict::inconsistent || verdict == Verdict::unsolvable;
        return failed && accept_border() ? Verdict::consistent : verdict;
    }

    [[nodiscard]] Switches read() const {
        Switches switches;
        for (std::uint32_t i = 0; i < block_.relation_count; ++i) {
            switches.relations.push_back(m_->relation[block_.relations[i]]);
        }
        for (std::uint32_t i = 0; i < block_.discrete_count; ++i) {
            switches.discrete.push_back(m_->value[block_.discrete[i]]);
        }
        return switches;
    }

    void write(Switches const& switches) {
        write_relations(switches.relations);
        for (std::uint32_t i = 0; i < block_.discrete_count; ++i) m_->value[block_.discrete[i]] = switches.discrete[i];
    }
    void write_relations(std::vector<std::uint8_t> const& relations) {
        for (std::uint32_t i = 0; i < block_.relation_count; ++i) m_->relation[block_.relations[i]] = relations[i];
    }

    void set_settled(std::uint8_t value) {
        for (std::uint32_t i = 0; i < block_.relation_count; ++i) m_->settled[block_.relations[i]] = value;
    }

    void save_unknowns() {
        for (std::uint32_t i = 0; i < block_.size; ++i) saved_.push_back(m_->value[block_.unknowns[i]]);
    }
    void restore_unknowns() {
        for (std::uint32_t i = 0; i < block_.size; ++i) m_->value[block_.unknowns[i]] = saved_[i];
    }

    MooStatus solve(bool reports) {
        m_->relations_held = 1;
        MooStatus const status = solve_continuous(m_, block_, memory_, reports, accepts_singular_);
        m_->relations_held = 0;
        return status;
    }

    // Sets the switches to the values that follow from the solution.
    Verdict attempt(Switches const& assumed) {
        write(assumed);
        MooStatus status = solve(false);
        if (status == MOO_FATAL) return Verdict::fatal;
        if (status != MOO_OK) return Verdict::unsolvable;
        is_solvable_ = true;
        status = block_.switches(m_, &block_);
        if (status == MOO_FATAL) return Verdict::fatal;
        if (status != MOO_OK) return Verdict::unsolvable;
        Switches const found = read();
        if (found == assumed) return Verdict::consistent;
        note_distance(assumed, found);
        return Verdict::inconsistent;
    }

    // The distance of the relations that disagree from their border. If only discrete variables disagree, there is no
    // border.
    void note_distance(Switches const& assumed, Switches const& found) {
        double distance = 0.0;
        bool is_known = assumed.relations != found.relations && m_->model->zero_crossings(m_, z_.data()) == MOO_OK;
        for (std::uint32_t i = 0; is_known && i < block_.relation_count; ++i) {
            if (assumed.relations[i] == found.relations[i]) continue;
            is_known = block_.relations[i] < z_.size();
            if (is_known) distance = std::max(distance, std::abs(z_[block_.relations[i]]));
        }
        last_distance_ = is_known ? distance : std::numeric_limits<double>::infinity();
        if (!(last_distance_ < nearest_distance_)) return;
        nearest_distance_ = last_distance_;
        nearest_ = assumed;
    }

    // Uses the result of each solution as the next assumption.
    Verdict follow(Switches assumed) {
        std::vector<Switches> seen;
        while (true) {
            Verdict const verdict = attempt(assumed);
            if (verdict != Verdict::inconsistent) return verdict;
            seen.push_back(std::move(assumed));
            assumed = read();
            if (std::find(seen.begin(), seen.end(), assumed) != seen.end()) return Verdict::inconsistent;
            if (seen.size() > 4 * (block_.relation_count + std::size_t{8})) return Verdict::inconsistent;
        }
    }

    // Discrete variables follow from the relations; where they also depend on unknowns, they are followed a few times.
    Verdict attempt_relations(std::vector<std::uint8_t> const& relations) {
        constexpr int max_rounds = 5;
        restore_unknowns();
        write_relations(relations);
        m_->relations_held = 1;
        MooStatus const status = block_.switches(m_, &block_);
        m_->relations_held = 0;
        if (status == MOO_FATAL) return Verdict::fatal;
        Verdict verdict = Verdict::inconsistent;
        for (int round = 0; round < max_rounds && verdict == Verdict::inconsistent; ++round) {
            Switches assumed = read();
            if (assumed.relations != relations) break;
            verdict = attempt(assumed);
        }
        return verdict;
    }

    // In the order of the number of relations that change, so that the solution nearest to the present one is found.
    Verdict search_all(Switches const& first) {
        std::uint32_t const count = block_.relation_count;
        for (std::uint32_t changes = 0; changes <= count; ++changes) {
            for (std::uint32_t mask = 0; mask < (1u << count); ++mask) {
                if (static_cast<std::uint32_t>(__builtin_popcount(mask)) != changes) continue;
                std::vector<std::uint8_t> relations = first.relations;
                for (std::uint32_t i = 0; i < count; ++i) relations[i] ^= static_cast<std::uint8_t>((mask >> i) & 1u);
                Verdict const verdict = attempt_relations(relations);
                if (verdict == Verdict::consistent || verdict == Verdict::fatal) return verdict;
            }
        }
        return Verdict::inconsistent;
    }

    // Changes one relation at a time: the first that disagrees (Murty's rule, which terminates for complementarity
    // problems with a P-matrix, such as circuits of diodes and resistors), or the next one if that leads to a
    // combination that has been tried.
    Verdict search_guided(Switches const& first) {
        std::size_t const max_attempts = 100 + 20 * std::size_t{block_.relation_count};
        std::vector<std::vector<std::uint8_t>> seen;
        std::vector<std::uint8_t> relations = first.relations;
        while (seen.size() < max_attempts) {
            Verdict const verdict = attempt_relations(relations);
            if (verdict == Verdict::consistent || verdict == Verdict::fatal) return verdict;
            seen.push_back(relations);
            std::vector<std::uint8_t> const found =
                verdict == Verdict::inconsistent ? read().relations : std::vector<std::uint8_t>();
            bool moved = false;
            for (std::size_t i = 0; i < relations.size() && !moved; ++i) {
                if (!found.empty() && found[i] == relations[i]) continue;
                relations[i] ^= 1u;
                moved = std::find(seen.begin(), seen.end(), relations) == seen.end();
                if (!moved) relations[i] ^= 1u;
            }
            if (!moved) return Verdict::inconsistent;
        }
        return Verdict::inconsistent;
    }

    // Accepts a solution on the border of its relations, where rounding makes them disagree with every assumption. The
    // values found, taken as an assumption, must again disagree by no more than rounding; if the solution jumps away,
    // it is not accepted. Rounding depends on the starting point of the iteration, so one of the attempts may agree
    // after all.
    bool accept_border() {
        if (!(nearest_distance_ <= border_width)) return false;
        Switches const nearest = nearest_;
        Verdict verdict = attempt(nearest);
        if (verdict != Verdict::inconsistent) return verdict == Verdict::consistent;
        verdict = attempt(read());
        if (verdict == Verdict::consistent) return true;
        if (verdict == Verdict::inconsistent && last_distance_ > border_width) return false;
        verdict = attempt(nearest);
        if (verdict == Verdict::inconsistent) write(nearest);
        return verdict == Verdict::inconsistent || verdict == Verdict::consistent;
    }

    MooStatus fail() {
        if (!is_solvable_) return solve(true) == MOO_FATAL ? MOO_FATAL : MOO_RECOVERABLE;
        constexpr std::uint32_t max_listed_relations = 10;
        std::string text = "block `" + std::string(block_.name) + "` (" + block_.source + ") at time " +
                           number_text(m_->time) + " has no solution that agrees with its own switches";
        for (std::uint32_t i = 0; i < std::min(block_.relation_count, max_listed_relations); ++i) {
            std::uint32_t const relation = block_.relations[i];
            text += std::string(i == 0 ? ": `" : ", `") + m_->model->relation_texts[relation] + "`";
            char const* const* sources = m_->model->relation_sources;
            if (sources != nullptr && sources[relation][0] != '\0') text += " (" + std::string(sources[relation]) + ")";
        }
        if (block_.relation_count > max_listed_relations) text += ", …";
        if (m_->message != nullptr) m_->message(m_->host, 2, text.c_str());
        return MOO_RECOVERABLE;
    }

    MooInstance* m_;
    MooBlock const& block_;
    BlockMemory& memory_;
    std::vector<double> z_;
    std::vector<double> saved_;
    Switches nearest_;
    double nearest_distance_ = std::numeric_limits<double>::infinity();
    double last_distance_ = std::numeric_limits<double>::infinity();
    bool is_solvable_ = false;
    bool accepts_singular_ = false;
};

}  // namespace

MooStatus solve_mixed(MooInstance* m, MooBlock const& block, BlockMemory& memory) {
    return MixedSolver(m, block, memory).run();
}

}  // namespace moo::runtime
