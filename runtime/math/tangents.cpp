#include "runtime/math/tangents.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "runtime/math/factors.h"
#include "runtime/math/shortest_solution.h"

namespace moo::runtime {

namespace {

// Larger matrices are factorized as sparse ones, because those of torn blocks are mostly zero.
constexpr std::uint32_t largest_dense = 16;
// For a singular matrix up to this size, the shortest solution is used.
constexpr std::uint32_t largest_singular = 400;
constexpr double singular_below = 1e-14;
// A right side is consistent with a singular matrix if no more than this part of it remains.
constexpr double consistent_below = 1e-8;

double size_of(MooInstance const* m, std::uint32_t slot) {
    double const nominal = std::abs(m->model->variables[slot].nominal);
    double const size = std::abs(m->value[slot]) + (std::isfinite(nominal) && nominal > 0.0 ? nominal : 1.0);
    return std::isfinite(size) ? size : 1.0;
}

}  // namespace

// The matrix of a block at a point: assigned variables, then unknowns.
class Tangents::Block {
public:
    explicit Block(MooBlock const& block)
        : block_(block), size_(block.assigned_count + block.size), entries_(block.entry_count), sizes_(size_) {}

    [[nodiscard]] MooStatus evaluate(MooInstance* m) {
        bool const stays = block_.entry_kind != MOO_ENTRY_DEPENDENT && has_factors_ && event_ == m->event_number;
        if (stays) return MOO_OK;
        has_factors_ = false;
        if (MooStatus const status = block_.jacobian(m, &block_, entries_.data()); status != MOO_OK) return status;
        auto const is_finite = [](double entry) { return std::isfinite(entry); };
        if (!std::all_of(entries_.begin(), entries_.end(), is_finite)) return MOO_RECOVERABLE;
        for (std::uint32_t i = 0; i < size_; ++i) {
            bool const is_assigned = i < block_.assigned_count;
            sizes_[i] = size_of(m, is_assigned ? block_.assigned[i] : block_.unknowns[i - block_.assigned_count]);
        }
        factors_ = size_ > largest_dense ? factorize_sparse() : factorize_dense();
        inverse_.resize(0, 0);
        if (factors_->rcond() < singular_below) {
            if (size_ > largest_singular) return MOO_RECOVERABLE;
            invert();
        }
        has_factors_ = true;
        event_ = m->event_number;
        return MOO_OK;
    }

    [[nodiscard]] std::uint32_t size() const { return size_; }
    // To be filled in with the right sides, which `solve` replaces by the solutions.
    [[nodiscard]] Eigen::MatrixXd& sides(std::size_t count) {
        sides_.resize(size_, static_cast<Eigen::Index>(count));
        return sides_;
    }
    [[nodiscard]] bool solve() { return solve(false); }
    [[nodiscard]] bool solve_transposed() { return solve(true); }

private:
    [[nodiscard]] Eigen::MatrixXd matrix() const {
        Eigen::MatrixXd full = Eigen::MatrixXd::Zero(size_, size_);
        for (std::uint32_t i = 0; i < block_.entry_count; ++i) {
            full(block_.entry_rows[i], block_.entry_columns[i]) += entries_[i];
        }
        return full;
    }

    Factors* factorize_dense() {
        dense_.compute(matrix(), sizes_);
        return &dense_;
    }

    Factors* factorize_sparse() {
        if (!sparse_) {
            SparsePattern const pattern{
                size_, {block_.entry_rows, block_.entry_count}, {block_.entry_columns, block_.entry_count}};
            sparse_ = std::make_unique<SparseFactors>(pattern, 0);
        }
        sparse_->compute(entries_, sizes_);
        return sparse_.get();
    }

    // For a matrix that seems to be singular: computes diag(1/rows) J diag(sizes), which does not depend on units, and
    // its pseudo-inverse.
    void invert() {
        scaled_ = matrix() * sizes_.asDiagonal();
        inverse_rows_ = scaled_.rowwise().lpNorm<1>();
        for (double& row : inverse_rows_) row = row > 0.0 ? 1.0 / row : 1.0;
        scaled_ = inverse_rows_.asDiagonal() * scaled_;
        inverse_ = shortest_solution(scaled_, Eigen::MatrixXd::Identity(size_, size_));
    }

    bool solve(bool is_transposed) {
        if (inverse_.size() == 0) {
            is_transposed ? factors_->solve_transposed(sides_) : factors_->solve(sides_);
            return sides_.allFinite();
        }
        Eigen::VectorXd const& before = is_transposed ? sizes_ : inverse_rows_;
        Eigen::VectorXd const& behind = is_transposed ? inverse_rows_ : sizes_;
        Eigen::MatrixXd const b = before.asDiagonal() * sides_;
        auto const satisfies = [&](Eigen::MatrixXd const& x) {
            Eigen::MatrixXd const rest = is_transposed ? Eigen::MatrixXd(scaled_.transpose() * x - b) : scaled_ * x - b;
            return x.allFinite() && rest.lpNorm<Eigen::Infinity>() <= consistent_below * b.lpNorm<Eigen::Infinity>();
        };
        Eigen::MatrixXd const shortest = is_transposed ? Eigen::MatrixXd(inverse_.transpose() * b) : inverse_ * b;
        if (satisfies(shortest)) {
            sides_ = behind.asDiagonal() * shortest;
            return true;
        }
        // The matrix may have full rank, but only just.
        is_transposed ? factors_->solve_transposed(sides_) : factors_->solve(sides_);
        return satisfies(behind.cwiseInverse().asDiagonal() * sides_);
    }

    MooBlock const& block_;
    std::uint32_t size_;
    std::vector<double> entries_;
    Eigen::VectorXd sizes_;
    DenseFactors dense_;
    std::unique_ptr<SparseFactors> sparse_;
    Factors* factors_ = nullptr;
    Eigen::MatrixXd sides_;
    Eigen::MatrixXd inverse_;  // only for a matrix that seems to be singular
    Eigen::MatrixXd scaled_;
    Eigen::VectorXd inverse_rows_;
    bool has_factors_ = false;
    std::uint64_t event_ = 0;  // to which the factors belong
};

Tangents::Tangents(MooModel const& model) : entries_(model), blocks_(model.partials->part_count) {
    for (std::uint32_t part = 0; part < blocks_.size(); ++part) {
        MooBlock const* const block = model.partials->blocks[part];
        if (block != nullptr) blocks_[part] = std::make_unique<Block>(*block);
    }
}

Tangents::~Tangents() = default;

MooStatus Tangents::evaluate(MooInstance* m, PartialExtent extent) {
    if (MooStatus const status = entries_.evaluate(m, extent); status != MOO_OK) return status;
    for (std::size_t part = 0; part < entries_.part_count(); ++part) {
        if (!blocks_[part]) continue;
        if (MooStatus const status = blocks_[part]->evaluate(m); status != MOO_OK) return status;
    }
    return MOO_OK;
}

bool Tangents::forward(double* directions, std::size_t width) {
    return width == 8   ? sweep<8>(directions, width)
           : width == 4 ? sweep<4>(directions, width)
           : width == 1 ? sweep<1>(directions, width)
                        : sweep<0>(directions, width);
}

// A width known at compile time lets the compiler unroll.
template <std::size_t fixed_width>
bool Tangents::sweep(double* directions, std::size_t given_width) {
    std::size_t const width = fixed_width > 0 ? fixed_width : given_width;
    MooPartials const& table = entries_.table();
    std::vector<double> sum(width);
    for (std::size_t part = 0; part < entries_.part_count(); ++part) {
        std::uint32_t const first = table.part_starts[part];
        if (!blocks_[part]) {
            // A target is not among the columns of its own row.
            entries_.put_row<fixed_width>(first, directions, width,
                                          directions + std::size_t{table.targets[first]} * width);
            continue;
        }
        Block& block = *blocks_[part];
        Eigen::MatrixXd& sides = block.sides(width);
        for (std::uint32_t i = 0; i < block.size(); ++i) {
            entries_.put_row<fixed_width>(first + i, directions, width, sum.data());
            for (std::size_t k = 0; k < width; ++k) sides(i, static_cast<Eigen::Index>(k)) = sum[k];
        }
        if (!block.solve()) return false;
        for (std::uint32_t i = 0; i < block.size(); ++i) {
            double* const to = directions + std::size_t{table.targets[first + i]} * width;
            for (std::size_t k = 0; k < width; ++k) to[k] = sides(i, static_cast<Eigen::Index>(k));
        }
    }
    return true;
}

bool Tangents::backward(double* weights) {
    MooPartials const& table = entries_.table();
    for (std::size_t part = entries_.part_count(); part-- > 0;) {
        std::uint32_t const first = table.part_starts[part];
        if (!blocks_[part]) {
            double& weight = weights[table.targets[first]];
            entries_.pass_on(first, weight, weights);
            weight = 0.0;
            continue;
        }
        Block& block = *blocks_[part];
        Eigen::MatrixXd& sides = block.sides(1);
        for (std::uint32_t i = 0; i < block.size(); ++i) {
            double& weight = weights[table.targets[first + i]];
            sides(i, 0) = weight;
            weight = 0.0;
        }
        if (sides.isZero(0.0)) continue;
        if (!block.solve_transposed()) return false;
        for (std::uint32_t i = 0; i < block.size(); ++i) entries_.pass_on(first + i, sides(i, 0), weights);
    }
    return true;
}

}  // namespace moo::runtime
