// Why things are as they are, in sentences.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "backends/show/show_context.h"

namespace moo {

class Explanations {
public:
    explicit Explanations(ShowContext& context);

    // Why a variable is a state, an alias, an iteration variable, …
    [[nodiscard]] std::vector<std::string> why(VarId variable) const;
    // Which equations compute it, and from what.
    [[nodiscard]] std::vector<std::string> how(VarId variable) const;
    // Why a state is one; empty for other variables and for members of state sets.
    [[nodiscard]] std::string state_reason(VarId state) const;
    // The components that a loop runs through, and the connections between them, each once.
    [[nodiscard]] std::string loop_components_text(std::uint32_t set, std::size_t block) const;
    [[nodiscard]] std::vector<SourceSpan> loop_connections(std::uint32_t set, std::size_t block) const;
    // Both as one text.
    [[nodiscard]] std::string loop_text(std::uint32_t set, std::size_t block) const;
    // Blocks in which the variable is iterated, as indices of sets and blocks.
    struct BlockRef {
        std::uint32_t set = 0;
        std::uint32_t block = 0;
    };
    [[nodiscard]] std::vector<BlockRef> iterations_of(VarId variable) const;

private:
    void explain_start(VarId variable, std::vector<std::string>& reasons) const;
    void explain_parameter(VarId variable, std::vector<std::string>& reasons) const;
    void explain_iterations(VarId variable, std::vector<std::string>& reasons) const;
    [[nodiscard]] std::string at(SourceSpan source) const;
    [[nodiscard]] std::string name(VarId variable) const;

    ShowContext& context_;
    std::unordered_map<VarId, std::size_t> choices_;           // of states: row of the static choices
    std::unordered_map<VarId, std::size_t> chosen_against_;    // of variables that a choice has made dependent
    std::unordered_map<VarId, std::size_t> dependent_states_;  // row in the translation
    std::unordered_map<VarId, std::size_t> set_states_;        // of generated states and of candidates: row of the sets
    std::unordered_map<VarId, std::vector<BlockRef>> iterations_;
    std::unordered_map<VarId, std::string> evaluated_;
};

// `1 equation`, `2 equations`.
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);
// `linear`, `nonlinear`, …
[[nodiscard]] std::string_view block_kind(ShownSet const& set, std::size_t block);

}  // namespace moo
