// The table of an FMU, made of a model alone: what a packager writes, for tests that need none.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "runtime/abi/fmu.h"

namespace moo::test {

constexpr char const* fmu_token = "{5a7e-moo-test}";

// Elements of the arrays that `array_prefixes` names (`v[`) become one variable each.
class FmuTable {
public:
    FmuTable(MooModel const& model, std::vector<std::string> const& array_prefixes) {
        names_.reserve(model.variable_count + model.crossing_count + model.partition_count + 1);
        for (std::uint32_t slot = 0; slot < model.variable_count; ++slot) add_slot(model, slot, array_prefixes);
        add("time", MOO_FMU_REAL, MOO_FMU_INDEPENDENT, MOO_FMU_CONTINUOUS, MOO_FMU_NO_INITIAL, {MOO_FMU_TIME, 0});
        for (std::uint32_t i = 0; i < model.crossing_count; ++i) {
            add("_crossing" + std::to_string(i), MOO_FMU_REAL, MOO_FMU_LOCAL, MOO_FMU_CONTINUOUS, MOO_FMU_CALCULATED,
                {MOO_FMU_CROSSING, i});
        }
        for (std::uint32_t i = 0; i < model.partition_count; ++i) {
            add("_clock" + std::to_string(i), MOO_FMU_CLOCK, MOO_FMU_LOCAL, MOO_FMU_DISCRETE, MOO_FMU_CALCULATED,
                {MOO_FMU_TICK, i});
        }
        for (std::size_t i = 0; i < variables_.size(); ++i) variables_[i].name = names_[i].c_str();
        fmu_ = {MOO_FMU_VERSION,
                &model,
                fmu_token,
                MOO_FMU_MODEL_EXCHANGE | MOO_FMU_CO_SIMULATION,
                static_cast<std::uint32_t>(variables_.size()),
                variables_.data(),
                elements_.data(),
                nullptr};
    }
    FmuTable(FmuTable const&) = delete;
    FmuTable& operator=(FmuTable const&) = delete;

    [[nodiscard]] MooFmu const& get() const { return fmu_; }

private:
    void add(std::string name, MooFmuType type, MooFmuCausality causality, MooFmuVariability variability,
             MooFmuInitial initial, MooFmuElement element) {
        names_.push_back(std::move(name));
        variables_.push_back({nullptr, static_cast<std::uint8_t>(type), static_cast<std::uint8_t>(causality),
                              static_cast<std::uint8_t>(variability), static_cast<std::uint8_t>(initial),
                              static_cast<std::uint32_t>(elements_.size()), 1});
        elements_.push_back(element);
    }

    void add_slot(MooModel const& model, std::uint32_t slot, std::vector<std::string> const& array_prefixes) {
        MooVariable const& variable = model.variables[slot];
        if (variable.type == MOO_OBJECT) return;
        MooFmuElement const element =
            variable.alias_of == 0
                ? MooFmuElement{MOO_FMU_SLOT, slot}
                : MooFmuElement{variable.negated != 0 ? MOO_FMU_NEGATED : MOO_FMU_SLOT, variable.alias_of - 1};
        for (std::string const& prefix : array_prefixes) {
            if (std::strncmp(variable.name, prefix.c_str(), prefix.size()) != 0) continue;
            if (last_array_ == prefix) {
                ++variables_.back().element_count;
                elements_.push_back(element);
                return;
            }
            last_array_ = prefix;
        }
        constexpr MooFmuType types[] = {MOO_FMU_REAL,        MOO_FMU_INTEGER, MOO_FMU_BOOLEAN,
                                        MOO_FMU_ENUMERATION, MOO_FMU_STRING,  MOO_FMU_STRING};
        bool const is_real = variable.type == MOO_REAL;
        MooFmuVariability const changing =
            is_real && variable.role != MOO_DISCRETE ? MOO_FMU_CONTINUOUS : MOO_FMU_DISCRETE;
        MooFmuCausality const shown = variable.is_output != 0 ? MOO_FMU_OUTPUT : MOO_FMU_LOCAL;
        MooFmuType const type = types[variable.type];
        switch (variable.role) {
            case MOO_PARAMETER: {
                // One that is computed from others has no start value in the table of the model.
                bool const is_free = variable.tunability == MOO_TUNABLE;
                add(variable.name, type, is_free ? MOO_FMU_PARAMETER : MOO_FMU_CALCULATED_PARAMETER,
                    is_real && is_free ? MOO_FMU_TUNABLE : MOO_FMU_FIXED, is_free ? MOO_FMU_EXACT : MOO_FMU_CALCULATED,
                    element);
                break;
            }
            case MOO_CONSTANT: add(variable.name, type, shown, MOO_FMU_CONSTANT, MOO_FMU_EXACT, element); break;
            case MOO_INPUT: add(variable.name, type, MOO_FMU_INPUT, changing, MOO_FMU_NO_INITIAL, element); break;
            case MOO_STATE: add(variable.name, type, shown, MOO_FMU_CONTINUOUS, MOO_FMU_EXACT, element); break;
            case MOO_DERIVATIVE:
            case MOO_ALGEBRAIC:
            case MOO_DISCRETE: add(variable.name, type, shown, changing, MOO_FMU_CALCULATED, element); break;
        }
    }

    std::vector<std::string> names_;
    std::vector<MooFmuVariable> variables_;
    std::vector<MooFmuElement> elements_;
    std::string last_array_;
    MooFmu fmu_{};
};

}  // namespace moo::test
