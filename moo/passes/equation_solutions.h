// Solutions of equations for unknowns, remembered from one set of equations to the next.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "moo/expr/ids.h"

namespace moo {

class EquationSolutions {
public:
    struct Question {
        ExprId lhs;
        ExprId rhs;
        ExprId unknown;
        bool operator==(Question const&) const = default;
    };
    // Nullopt if the question is new; an invalid expression if there is no solution.
    [[nodiscard]] std::optional<ExprId> find(Question const& question) const {
        auto const found = known_.find(question);
        return found == known_.end() ? std::nullopt : std::optional(found->second);
    }
    void add(Question const& question, ExprId solution) { known_.emplace(question, solution); }

private:
    struct Hash {
        std::size_t operator()(Question const& question) const {
            constexpr std::uint64_t odd = 0x9e3779b97f4a7c15u;
            std::uint64_t hash = question.lhs.index();
            hash = hash * odd + question.rhs.index();
            hash = hash * odd + question.unknown.index();
            return hash ^ hash >> 32u;
        }
    };
    std::unordered_map<Question, ExprId, Hash> known_;
};

}  // namespace moo
