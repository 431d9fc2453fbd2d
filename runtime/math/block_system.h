// A model's block as a system for the Newton iteration.
#pragma once

#include <memory>
#include <vector>

#include "runtime/abi/model.h"
#include "runtime/instance/block_keepsake.h"
#include "runtime/math/newton.h"
#include "runtime/math/open_unknowns.h"

namespace moo::runtime {

struct HostMemory;

// Data of a block that is kept between two solutions.
struct BlockMemory final : BlockKeepsake {
    bool is_prepared = false;
    bool is_listed = false;  // in HostMemory::nonlinear_blocks
    OpenUnknowns open;       // the vectors and matrices below are for these unknowns
    Eigen::VectorXd nominal;
    Eigen::VectorXd all_sizes;  // of assigned variables, then unknowns
    Eigen::VectorXd lower;
    Eigen::VectorXd upper;
    bool has_limits = false;
    Eigen::VectorXd residuals;  // of all unknowns
    std::vector<double> entries;
    Eigen::MatrixXd matrix;
    Eigen::MatrixXd eliminated;  // L⁻¹ B
    DenseFactors dense;
    std::unique_ptr<SparseFactors> sparse;
    bool has_factors = false;
    std::uint64_t event = 0;  // number of the event to which the factors belong
};

// The data of a block; it is made when it is first requested.
[[nodiscard]] BlockMemory& block_memory(HostMemory& memory, MooBlock const& block);

// Larger blocks are factorized as sparse matrices.
constexpr std::uint32_t largest_dense_block = 50;

class BlockSystem final : public NonlinearSystem {
public:
    BlockSystem(MooInstance* m, MooBlock const& block, BlockMemory& memory);

    bool residual(Eigen::VectorXd const& x, Eigen::VectorXd& r) override;
    Factors* linearize(Eigen::VectorXd const& x, Eigen::VectorXd const& size) override;
    bool project(Eigen::VectorXd& x) const override;

    void store(Eigen::VectorXd const& x);
    // The unknowns that are iterated.
    [[nodiscard]] OpenUnknowns const& open() const { return memory_.open; }
    [[nodiscard]] Eigen::VectorXd const& nominal() const { return memory_.nominal; }
    [[nodiscard]] bool fatal() const { return fatal_; }
    // Whether the user interrupted the simulation meanwhile. This is fatal, but not an error.
    [[nodiscard]] bool is_interrupted() const { return is_interrupted_; }
    // Whether the iteration has reached a limit; and a function that ignores limits from now on.
    [[nodiscard]] bool met_limits() const { return met_limits_; }
    void ignore_limits() { ignores_limits_ = true; }
    void respect_limits() { ignores_limits_ = false; }

private:
    bool note(MooStatus status);
    void prepare();
    void measure_unknowns();
    [[nodiscard]] bool has_valid_factors() const;
    [[nodiscard]] bool is_sparse() const;
    void eliminate_assigned();
    bool take_differences(Eigen::VectorXd const& x);
    bool was_interrupted();

    MooInstance* m_;
    MooBlock const& block_;
    BlockMemory& memory_;
    bool fatal_ = false;
    bool is_interrupted_ = false;
    bool ignores_limits_ = false;
    mutable bool met_limits_ = false;
};

}  // namespace moo::runtime
