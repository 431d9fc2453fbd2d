#include "runtime/math/block_system.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/instance/host_memory.h"
#include "runtime/values/infinity.h"

namespace moo::runtime {

namespace {

double nominal_of(MooInstance const* m, std::uint32_t slot) {
    double const given = std::abs(m->model->variables[slot].nominal);
    return given > 0.0 && std::isfinite(given) ? given : 1.0;
}

}  // namespace

BlockMemory& block_memory(HostMemory& memory, MooBlock const& block) {
    std::unique_ptr<BlockKeepsake>& kept = memory.block(block.index);
    if (!kept) kept = std::make_unique<BlockMemory>();
    return static_cast<BlockMemory&>(*kept);
}

BlockSystem::BlockSystem(MooInstance* m, MooBlock const& block, BlockMemory& memory)
    : m_(m), block_(block), memory_(memory) {
    if (!memory_.is_prepared) prepare();
    if (block_.selection_count > 0) {
        if (memory_.open.renew(m_, block_)) {
            measure_unknowns();
            memory_.has_factors = false;
        }
        memory_.open.store_states(m_);
    }
}

void BlockSystem::prepare() {
    memory_.is_prepared = true;
    memory_.open.prepare(m_, block_, !is_sparse());
    memory_.residuals.resize(static_cast<Eigen::Index>(block_.size));
    memory_.entries.resize(block_.entry_count);
    measure_unknowns();
    if (!is_sparse()) return;
    auto const hidden = static_cast<Eigen::Index>(block_.assigned_count);
    memory_.all_sizes.resize(hidden + static_cast<Eigen::Index>(block_.size));
    for (Eigen::Index i = 0; i < hidden; ++i) memory_.all_sizes[i] = nominal_of(m_, block_.assigned[i]);
    SparsePattern const pattern{block_.assigned_count + block_.size,
                                {block_.entry_rows, block_.entry_count},
                                {block_.entry_columns, block_.entry_count}};
    memory_.sparse = std::make_unique<SparseFactors>(pattern, block_.assigned_count);
}

void BlockSystem::measure_unknowns() {
    auto const size = static_cast<Eigen::Index>(memory_.open.slots().size());
    memory_.nominal.resize(size);
    memory_.lower.setConstant(size, -infinity);
    memory_.upper.setConstant(size, infinity);
    memory_.has_limits = false;
    for (Eigen::Index i = 0; i < size; ++i) {
        std::uint32_t const slot = memory_.open.slots()[static_cast<std::size_t>(i)];
        MooVariable const& variable = m_->model->variables[slot];
        memory_.nominal[i] = nominal_of(m_, slot);
        if (!(variable.min < variable.max)) continue;
        memory_.lower[i] = variable.min;
        memory_.upper[i] = variable.max;
        memory_.has_limits = true;
    }
}

bool BlockSystem::is_sparse() const { return block_.jacobian != nullptr && block_.size > largest_dense_block; }

bool BlockSystem::note(MooStatus status) {
    fatal_ = fatal_ || status == MOO_FATAL;
    return status == MOO_OK;
}

void BlockSystem::store(Eigen::VectorXd const& x) {
    std::uint32_t const* const slots = memory_.open.slots().data();
    for (Eigen::Index i = 0; i < x.size(); ++i) m_->value[slots[i]] = x[i];
}

bool BlockSystem::residual(Eigen::VectorXd const& x, Eigen::VectorXd& r) {
    if (was_interrupted()) return false;
    store(x);
    if (memory_.open.are_all()) return note(block_.residual(m_, &block_, r.data()));
    if (!note(block_.residual(m_, &block_, memory_.residuals.data()))) return false;
    std::uint32_t const* const numbers = memory_.open.residuals().data();
    for (Eigen::Index i = 0; i < r.size(); ++i) r[i] = memory_.residuals[numbers[i]];
    return true;
}

bool BlockSystem::project(Eigen::VectorXd& x) const {
    if (!memory_.has_limits || ignores_limits_) return false;
    bool changed = false;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        double const inside = std::clamp(x[i], memory_.lower[i], memory_.upper[i]);
        changed = changed || inside != x[i];
        x[i] = inside;
    }
    met_limits_ = met_limits_ || changed;
    return changed;
}

bool BlockSystem::has_valid_factors() const {
    if (!memory_.has_factors || m_->phase == MOO_INITIALIZATION) return false;
    switch (block_.entry_kind) {
        case MOO_ENTRY_DEPENDENT: return false;
        case MOO_ENTRY_CONSTANT: return true;
        case MOO_ENTRY_PER_EVENT: return m_->phase == MOO_CONTINUOUS && memory_.event == m_->event_number;
    }
    return false;
}

// Solving large blocks, and searching for switches, may take long.
bool BlockSystem::was_interrupted() {
    auto const* const host = static_cast<HostMemory const*>(m_->memory);
    is_interrupted_ = host != nullptr && host->interrupted != nullptr && host->interrupted();
    fatal_ = fatal_ || is_interrupted_;
    return is_interrupted_;
}

Factors* BlockSystem::linearize(Eigen::VectorXd const& x, Eigen::VectorXd const& size) {
    Factors* const factors = is_sparse() ? static_cast<Factors*>(memory_.sparse.get()) : &memory_.dense;
    if (has_valid_factors()) return factors;
    memory_.has_factors = false;
    if (block_.jacobian == nullptr) {
        if (!take_differences(x)) return nullptr;
    } else {
        if (!note(block_.jacobian(m_, &block_, memory_.entries.data()))) return nullptr;
        auto const is_finite = [](double entry) { return std::isfinite(entry); };
        if (!std::all_of(memory_.entries.begin(), memory_.entries.end(), is_finite)) return nullptr;
        if (is_sparse()) {
            for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(block_.assigned_count); ++i) {
                memory_.all_sizes[i] = std::abs(m_->value[block_.assigned[i]]) + nominal_of(m_, block_.assigned[i]);
            }
            memory_.all_sizes.tail(size.size()) = size;
            memory_.sparse->compute(memory_.entries, memory_.all_sizes);
        } else {
            eliminate_assigned();
        }
    }
    if (!is_sparse()) {
        if (!memory_.matrix.allFinite()) return nullptr;
        memory_.dense.compute(memory_.matrix, size);
    }
    memory_.has_factors = true;
    memory_.event = m_->event_number;
    return factors;
}

// The Schur complement D - C L⁻¹ B. Entries are ordered by row, so the assignments come first, in computing order.
void BlockSystem::eliminate_assigned() {
    OpenUnknowns const& open = memory_.open;
    auto const size = static_cast<Eigen::Index>(open.slots().size());
    std::uint32_t const hidden = block_.assigned_count;
    memory_.matrix.setZero(size, size);
    memory_.eliminated.setZero(static_cast<Eigen::Index>(hidden), size);
    for (std::uint32_t i = 0; i < block_.entry_count; ++i) {
        std::uint32_t const row = block_.entry_rows[i];
        std::uint32_t const column = block_.entry_columns[i];
        double const value = memory_.entries[i];
        std::int32_t const r = row < hidden ? 0 : open.place_of_residual(row - hidden);
        std::int32_t const c = column < hidden ? 0 : open.place_of_unknown(column - hidden);
        if (r < 0 || c < 0) continue;
        if (row < hidden && column >= hidden) memory_.eliminated(row, c) += value;
        if (row < hidden && column < row) memory_.eliminated.row(row) -= value * memory_.eliminated.row(column);
        if (row >= hidden && column >= hidden) memory_.matrix(r, c) += value;
        if (row >= hidden && column < hidden) memory_.matrix.row(r) -= value * memory_.eliminated.row(column);
    }
}

bool BlockSystem::take_differences(Eigen::VectorXd const& x) {
    Eigen::VectorXd at = x;
    Eigen::VectorXd base(x.size());
    Eigen::VectorXd shifted(x.size());
    memory_.matrix.setZero(x.size(), x.size());
    if (!residual(x, base)) return false;
    for (Eigen::Index column = 0; column < x.size(); ++column) {
        double const size = std::abs(x[column]) + memory_.nominal[column];
        at[column] = x[column] + std::sqrt(std::numeric_limits<double>::epsilon()) * size;
        if (at[column] > memory_.upper[column]) at[column] = 2.0 * x[column] - at[column];
        if (!residual(at, shifted)) return false;
        memory_.matrix.col(column) = (shifted - base) / (at[column] - x[column]);
        at[column] = x[column];
    }
    return residual(x, base);
}

}  // namespace moo::runtime
