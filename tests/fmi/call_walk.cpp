#include "tests/fmi/call_walk.h"

#include <catch2/catch.hpp>
#include <random>

namespace moo::test {

namespace {

bool is_allowed(CallTable const& table, Call const& call, char mode) {
    std::string const& modes = table.kind == Kind::model_exchange ? call.me : call.cs;
    return modes.find(mode) != std::string::npos;
}

// A refusal names the function.
void check_refusal(Api const& api, Call const& call, int status) {
    CHECK(status == static_cast<int>(Fmi::error));
    REQUIRE(!api.log().empty());
    LogEntry const& entry = api.log().back();
    CHECK(entry.status == static_cast<int>(Fmi::error));
    CHECK(entry.category == "logStatusError");
    CHECK(entry.text.find(call.name) != std::string::npos);
}

}  // namespace

void check_each_call(CallTable const& table) {
    for (char const mode : table.all_modes) {
        for (Call const& call : table.calls) {
            INFO(call.name << " in mode " << mode);
            auto const api = table.library->instantiate(table.kind, table.options);
            REQUIRE(api);
            table.go_to(*api, mode);
            api->clear_log();
            int const status = call.run(api->handle());
            for (LogEntry const& entry : api->log()) UNSCOPED_INFO(entry.text);
            if (is_allowed(table, call, mode)) {
                CHECK(status < static_cast<int>(Fmi::error));
            } else {
                check_refusal(*api, call, status);
            }
        }
    }
}

void walk_at_random(CallTable const& table, unsigned seed, int steps) {
    std::mt19937 random(seed);
    auto const api = table.library->instantiate(table.kind, table.options);
    REQUIRE(api);
    char mode = 'i';
    bool is_updated = false;  // discrete states, since the last event
    bool is_changed = false;  // something, perhaps, since the last update
    bool is_set = false;      // something, since the last step
    std::string history;
    // Mistakes are frequent in such a walk; it should get somewhere nevertheless.
    int const patience = 12;
    for (int k = 0; k < steps; ++k) {
        Call const& call = table.calls[random() % table.calls.size()];
        bool allowed = is_allowed(table, call, mode);
        bool const leaves_event = mode == 'E' && (call.leads_to == 'C' || call.leads_to == 'S');
        if (leaves_event && !is_updated) allowed = false;
        if (mode == 'S' && call.effect == Call::Effect::gets && is_set) allowed = false;
        if (leaves_event && is_updated && is_changed) continue;
        if (!allowed && random() % patience != 0) continue;
        history += std::string(" ") + call.name;
        if (history.size() > 600) history.erase(0, history.size() - 600);
        INFO("in mode " << mode << " behind" << history);
        api->clear_log();
        int const status = call.run(api->handle());
        for (LogEntry const& entry : api->log()) UNSCOPED_INFO(entry.text);
        if (!allowed) {
            check_refusal(*api, call, status);
            mode = table.after_error;
            is_set = false;
            continue;
        }
        REQUIRE(status < static_cast<int>(Fmi::error));
        using Effect = Call::Effect;
        if (mode == 'E' && call.effect == Effect::sets) is_changed = true;
        if (mode == 'S' && call.effect == Effect::sets) is_set = true;
        if (call.effect == Effect::begins_event) is_updated = false;
        if (call.effect == Effect::updates) {
            is_updated = true;
            is_changed = false;
        }
        if (call.effect == Effect::steps || (call.leads_to != 0 && call.leads_to != 'S')) is_set = false;
        if (call.leads_to == 'A') {
            mode = table.after_initialization;
            is_updated = true;
            is_changed = false;
        } else if (call.leads_to != 0) {
            mode = call.leads_to;
        }
    }
}

}  // namespace moo::test
