#include "moo/structure/matching.h"

#include <unordered_map>

namespace moo {

namespace {

class HopcroftKarp {
public:
    explicit HopcroftKarp(Incidence const& incidence) : incidence_(incidence) {
        matching_.column_of_row.assign(incidence.row_count(), unmatched);
        matching_.row_of_column.assign(incidence.column_count(), unmatched);
        layer_.resize(incidence.row_count());
        next_entry_.resize(incidence.row_count());
    }

    Matching run() {
        match_greedily();
        while (build_layers()) {
            for (std::uint32_t row = 0; row < incidence_.row_count(); ++row) {
                if (matching_.column_of_row[row] == unmatched && augment(row)) ++matching_.size;
            }
        }
        return std::move(matching_);
    }

private:
    static constexpr std::uint32_t not_reached = 0xffffffffu;

    void pair(std::uint32_t row, std::uint32_t column) {
        matching_.column_of_row[row] = column;
        matching_.row_of_column[column] = row;
    }

    void match_greedily() {
        for (std::uint32_t row = 0; row < incidence_.row_count(); ++row) {
            for (std::uint32_t const column : incidence_.row(row)) {
                if (matching_.row_of_column[column] != unmatched) continue;
                pair(row, column);
                ++matching_.size;
                break;
            }
        }
    }

    // Distance of each row from the unmatched rows along alternating paths. True if a free column is reached.
    bool build_layers() {
        queue_.clear();
        for (std::uint32_t row = 0; row < incidence_.row_count(); ++row) {
            next_entry_[row] = 0;
            layer_[row] = matching_.column_of_row[row] == unmatched ? 0 : not_reached;
            if (layer_[row] == 0) queue_.push_back(row);
        }
        bool found = false;
        for (std::size_t head = 0; head < queue_.size(); ++head) {
            std::uint32_t const row = queue_[head];
            for (std::uint32_t const column : incidence_.row(row)) {
                std::uint32_t const owner = matching_.row_of_column[column];
                if (owner == unmatched) {
                    found = true;
                } else if (layer_[owner] == not_reached) {
                    layer_[owner] = layer_[row] + 1;
                    queue_.push_back(owner);
                }
            }
        }
        return found;
    }

    // Depth-first along the layers with an explicit stack: augmenting paths can be as long as the model.
    bool augment(std::uint32_t start) {
        path_.assign(1, start);
        while (!path_.empty()) {
            std::uint32_t const row = path_.back();
            auto const columns = incidence_.row(row);
            if (next_entry_[row] == columns.size()) {
                layer_[row] = not_reached;  // a dead end for this phase
                path_.pop_back();
                continue;
            }
            std::uint32_t const column = columns[next_entry_[row]++];
            std::uint32_t const owner = matching_.row_of_column[column];
            if (owner == unmatched) {
                flip_path();
                return true;
            }
            if (layer_[owner] == layer_[row] + 1) path_.push_back(owner);
        }
        return false;
    }

    // Every row of the path takes the column it has just looked at; the next row gives it up.
    void flip_path() {
        for (std::size_t i = path_.size(); i-- > 0;) {
            std::uint32_t const row = path_[i];
            pair(row, incidence_.row(row)[next_entry_[row] - 1]);
            layer_[row] = not_reached;  // paths of one phase are disjoint
        }
    }

    Incidence const& incidence_;
    Matching matching_;
    std::vector<std::uint32_t> layer_;
    std::vector<std::uint32_t> next_entry_;
    std::vector<std::uint32_t> queue_;
    std::vector<std::uint32_t> path_;
};

}  // namespace

Matching match_maximum(Incidence const& incidence) { return HopcroftKarp(incidence).run(); }

bool extend_matching(Incidence const& incidence, Matching& matching, std::uint32_t row) {
    // Breadth first: the column through which each row was reached leads back along the path.
    std::unordered_map<std::uint32_t, std::uint32_t> reached_from;  // column → row
    std::vector<std::uint32_t> queue = {row};
    for (std::size_t head = 0; head < queue.size(); ++head) {
        for (std::uint32_t column : incidence.row(queue[head])) {
            if (!reached_from.try_emplace(column, queue[head]).second) continue;
            if (matching.row_of_column[column] != unmatched) {
                queue.push_back(matching.row_of_column[column]);
                continue;
            }
            while (column != unmatched) {
                std::uint32_t const owner = reached_from[column];
                std::uint32_t const given_up = matching.column_of_row[owner];
                matching.column_of_row[owner] = column;
                matching.row_of_column[column] = owner;
                column = given_up;
            }
            ++matching.size;
            return true;
        }
    }
    return false;
}

}  // namespace moo
