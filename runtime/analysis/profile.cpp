#include "runtime/analysis/profile.h"

#include <algorithm>
#include <cstdio>

#include "runtime/instance/host_memory.h"

namespace moo::runtime {

namespace {

constexpr std::size_t most_lines = 25;

char const* name_of(ProfiledPart part) {
    switch (part) {
        case ProfiledPart::parameters: return "parameters";
        case ProfiledPart::initialize: return "initialization";
        case ProfiledPart::derivatives: return "derivatives";
        case ProfiledPart::outputs: return "variables that only serve as results";
        case ProfiledPart::update: return "events";
        case ProfiledPart::zero_crossings: return "zero crossings";
    }
    return "";
}

Profile& profile_of(MooInstance* m) {
    return static_cast<Profile&>(*static_cast<HostMemory*>(m->memory)->meter);
}

template <ProfiledPart part, class Call>
MooStatus measure(MooInstance* m, Call const& call) {
    Profile& profile = profile_of(m);
    profile.begin_part(part);
    auto const begin = Profile::Clock::now();
    MooStatus const status = call(*m->model);
    profile.end_part(Profile::Clock::now() - begin);
    return status;
}

template <ProfiledPart part, MooStatus (*MooModel::*function)(MooInstance*)>
MooStatus measured_step(MooInstance* m) {
    return measure<part>(m, [m](MooModel const& model) { return (model.*function)(m); });
}

MooStatus measured_crossings(MooInstance* m, double* z) {
    return measure<ProfiledPart::zero_crossings>(m,
                                                 [m, z](MooModel const& model) { return model.zero_crossings(m, z); });
}

double milliseconds(Profile::Clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); }

}  // namespace

Profile::Profile(MooModel const& measured) : model_(measured) {
    model_.parameters = measured_step<ProfiledPart::parameters, &MooModel::parameters>;
    model_.initialize = measured_step<ProfiledPart::initialize, &MooModel::initialize>;
    model_.derivatives = measured_step<ProfiledPart::derivatives, &MooModel::derivatives>;
    model_.outputs = measured_step<ProfiledPart::outputs, &MooModel::outputs>;
    model_.update = measured_step<ProfiledPart::update, &MooModel::update>;
    if (measured.zero_crossings != nullptr) model_.zero_crossings = measured_crossings;
}

void Profile::end_part(Clock::duration time) {
    is_inside_ = false;
    Share& share = parts_[static_cast<std::size_t>(part_)];
    share.time += time;
    ++share.calls;
}

void Profile::add_block(MooBlock const& block, Clock::duration time) {
    if (!is_inside_) return;  // a block of a clocked partition, which belongs to no part
    std::size_t const place =
        static_cast<std::size_t>(block.index) * profiled_part_count + static_cast<std::size_t>(part_);
    if (place >= blocks_.size()) blocks_.resize(place + 1);
    blocks_[place].block = &block;
    blocks_[place].part = part_;
    blocks_[place].share.time += time;
    ++blocks_[place].share.calls;
    in_blocks_[static_cast<std::size_t>(part_)] += time;
}

std::string Profile::table(double total_seconds) const {
    struct Line {
        double milliseconds;
        std::int64_t calls;
        std::string what;
    };
    std::vector<Line> lines;
    double in_model = 0.0;
    for (std::size_t i = 0; i < profiled_part_count; ++i) {
        if (parts_[i].calls == 0) continue;
        in_model += milliseconds(parts_[i].time);
        lines.push_back({milliseconds(parts_[i].time - in_blocks_[i]), parts_[i].calls,
                         std::string(name_of(static_cast<ProfiledPart>(i))) + ": equations that are solved already"});
    }
    for (BlockShare const& one : blocks_) {
        if (one.block == nullptr) continue;
        std::string what = std::string(name_of(one.part)) + ": block " + one.block->name +
                           (one.block->linear != 0 ? ", linear, " : ", nonlinear, ") + std::to_string(one.block->size) +
                           (one.block->size == 1 ? " unknown" : " unknowns");
        if (one.block->source[0] != '\0') what += " (" + std::string(one.block->source) + ")";
        lines.push_back({milliseconds(one.share.time), one.share.calls, std::move(what)});
    }
    double const total = std::max(1e3 * total_seconds, in_model);
    lines.push_back({total - in_model, 0, "integrator, event search and results"});
    std::stable_sort(lines.begin(), lines.end(),
                     [](Line const& a, Line const& b) { return a.milliseconds > b.milliseconds; });
    std::size_t const left_out = lines.size() > most_lines ? lines.size() - most_lines : 0;
    lines.resize(lines.size() - left_out);
    std::string text = "   share          ms       calls\n";
    char buffer[64];
    for (Line const& line : lines) {
        std::snprintf(buffer, sizeof buffer, "%6.1f %% %11.3f ", total > 0.0 ? 100.0 * line.milliseconds / total : 0.0,
                      line.milliseconds);
        text += buffer;
        std::snprintf(buffer, sizeof buffer, "%11lld  ", static_cast<long long>(line.calls));
        text += line.calls > 0 ? buffer : "             ";
        text += line.what + "\n";
    }
    if (left_out > 0) text += "… and " + std::to_string(left_out) + " more\n";
    return text;
}

}  // namespace moo::runtime
