#include <cmath>

#include "backends/interpret/function_code.h"
#include "backends/interpret/scalar_functions.h"
#include "backends/interpret/tape.h"
#include "backends/interpret/truth.h"

namespace moo {

namespace {

// Does `work` for an instruction and the run behind it; gives the last instruction of the run.
template <class Work>
Instruction const* for_run(Instruction const* at, Work const& work) {
    Instruction const* const last = at + at->run;
    for (;; ++at) {
        work(*at);
        if (at == last) return at;
    }
}

}  // namespace

namespace {

// Arguments of the next call.
double* argument_memory(std::size_t count) {
    static thread_local std::vector<double> memory;
    if (memory.size() < count) memory.resize(count);
    return memory.data();
}

MooStatus run(Tape const& tape, TapeTables const& tables, MooInstance* m, double* result) {
    double* const arguments = argument_memory(tables.most_arguments);
    double* const r = m->value;
    double* const pre = m->pre;
    Instruction const* const begin = tape.data();
    Instruction const* const end = begin + tape.size();
    using I = Instruction const&;
    for (Instruction const* at = begin; at != end; ++at) {
        switch (at->operation) {
            case Operation::move: at = for_run(at, [r](I i) { r[i.to] = r[i.a]; }); break;
            case Operation::neg: at = for_run(at, [r](I i) { r[i.to] = -r[i.a]; }); break;
            case Operation::logical_not: at = for_run(at, [r](I i) { r[i.to] = truth(r[i.a] == 0.0); }); break;
            case Operation::add: at = for_run(at, [r](I i) { r[i.to] = r[i.a] + r[i.b]; }); break;
            case Operation::sub: at = for_run(at, [r](I i) { r[i.to] = r[i.a] - r[i.b]; }); break;
            case Operation::mul: at = for_run(at, [r](I i) { r[i.to] = r[i.a] * r[i.b]; }); break;
            case Operation::div: at = for_run(at, [r](I i) { r[i.to] = r[i.a] / r[i.b]; }); break;
            case Operation::pow: at = for_run(at, [r](I i) { r[i.to] = std::pow(r[i.a], r[i.b]); }); break;
            case Operation::logical_and:
                at = for_run(at, [r](I i) { r[i.to] = truth(r[i.a] != 0.0 && r[i.b] != 0.0); });
                break;
            case Operation::logical_or:
                at = for_run(at, [r](I i) { r[i.to] = truth(r[i.a] != 0.0 || r[i.b] != 0.0); });
                break;
            case Operation::less: at = for_run(at, [r](I i) { r[i.to] = truth(r[i.a] < r[i.b]); }); break;
            case Operation::less_equal: at = for_run(at, [r](I i) { r[i.to] = truth(r[i.a] <= r[i.b]); }); break;
            case Operation::greater: at = for_run(at, [r](I i) { r[i.to] = truth(r[i.a] > r[i.b]); }); break;
            case Operation::greater_equal: at = for_run(at, [r](I i) { r[i.to] = truth(r[i.a] >= r[i.b]); }); break;
            case Operation::equal: at = for_run(at, [r](I i) { r[i.to] = truth(r[i.a] == r[i.b]); }); break;
            case Operation::not_equal: at = for_run(at, [r](I i) { r[i.to] = truth(r[i.a] != r[i.b]); }); break;
            case Operation::unary_function: {
                UnaryFunction const function = unary_function(at->extra);
                at = for_run(at, [r, function](I i) { r[i.to] = function(r[i.a]); });
                break;
            }
            case Operation::binary_function: {
                BinaryFunction const function = binary_function(at->extra);
                at = for_run(at, [r, function](I i) { r[i.to] = function(r[i.a], r[i.b]); });
                break;
            }
            case Operation::time: at = for_run(at, [r, m](I i) { r[i.to] = m->time; }); break;
            case Operation::initial:
                at = for_run(at, [r, m](I i) { r[i.to] = truth(m->phase == MOO_INITIALIZATION); });
                break;
            case Operation::previous: at = for_run(at, [r, pre](I i) { r[i.to] = pre[i.a]; }); break;
            case Operation::edge:
                at = for_run(at, [r, pre](I i) { r[i.to] = truth(r[i.a] != 0.0 && pre[i.a] == 0.0); });
                break;
            case Operation::change: at = for_run(at, [r, pre](I i) { r[i.to] = truth(r[i.a] != pre[i.a]); }); break;
            case Operation::remember:
                at = for_run(at, [r, m](I i) { r[i.to] = moo_relation(m, i.b, r[i.a] != 0.0 ? 1 : 0); });
                break;
            case Operation::replace_unless:
                at = for_run(at, [r](I i) { r[i.to] = r[i.a] == 0.0 ? r[i.b] : r[i.to]; });
                break;
            case Operation::sampled: at = for_run(at, [r, m](I i) { r[i.to] = truth(m->sampled[i.a] != 0); }); break;
            case Operation::terminal: at = for_run(at, [r, m](I i) { r[i.to] = truth(m->is_terminal != 0); }); break;
            case Operation::tick_interval: at = for_run(at, [r, m](I i) { r[i.to] = m->tick_interval; }); break;
            case Operation::first_tick:
                at = for_run(at, [r, m](I i) { r[i.to] = truth(m->is_first_tick != 0); });
                break;
            case Operation::blend: at = for_run(at, [r, m](I i) { r[i.to] = moo_homotopy(m, r[i.a], r[i.b]); }); break;
            case Operation::delay:
                at = for_run(at, [r, m](I i) { r[i.to] = moo_delay(m, i.extra, r[i.a], r[i.b]); });
                break;
            case Operation::store_previous: at = for_run(at, [r, pre](I i) { pre[i.to] = r[i.a]; }); break;
            case Operation::store_result: at = for_run(at, [r, result](I i) { result[i.to] = r[i.a]; }); break;
            case Operation::rises: r[at->to] = truth(m->condition[at->a] != 0 && m->pre_condition[at->a] == 0); break;
            case Operation::store_condition: m->condition[at->to] = r[at->a] != 0.0 ? 1 : 0; break;
            case Operation::store_clock: m->clock_condition[at->to] = r[at->a] != 0.0 ? 1 : 0; break;
            case Operation::transport: {
                double const* const in = r + at->a;
                r[at->to] = moo_transport(m, at->extra / 2u, at->extra % 2u, in[0], in[1], in[2], in[3] != 0.0 ? 1 : 0);
                break;
            }
            case Operation::ask_reinit:
                m->reinit_asked[at->to] = 1;
                m->reinit_value[at->to] = r[at->a];
                break;
            case Operation::solve:
                if (MooStatus const status = moo_solve_block(m, tables.blocks[at->a]); status != MOO_OK) return status;
                break;
            case Operation::give: arguments[at->to] = r[at->a]; break;
            case Operation::call: tables.functions->call(at->a, m, arguments, r + at->to); break;
            case Operation::say: {
                std::string const text = tables.places[at->a] + moo_text_of(r[at->b]);
                m->message(m->host, at->extra, text.c_str());
                if (at->extra == 2) return MOO_FATAL;
                if (at->extra == 0) m->terminate_asked = 1;
                break;
            }
            // The loop goes on behind the instruction that `at` stands on.
            case Operation::jump: at = begin + at->to - 1; break;
            case Operation::jump_if_false:
                if (r[at->a] == 0.0) at = begin + at->to - 1;
                break;
            case Operation::jump_if_set:
                if (m->is_set[at->a] != 0) at = begin + at->to - 1;
                break;
        }
    }
    return MOO_OK;
}

}  // namespace

MooStatus run_tape(Tape const& tape, TapeTables const& tables, MooInstance* m, double* result) {
    try {
        return run(tape, tables, m, result);
    } catch (MooFailure const& failure) {
        return moo_report(m, failure);
    }
}

}  // namespace moo
