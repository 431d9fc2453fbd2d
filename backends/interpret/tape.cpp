#include "backends/interpret/tape.h"

namespace moo {

bool reads_b(Operation operation) {
    return (operation >= Operation::add && operation <= Operation::not_equal) ||
           operation == Operation::binary_function || operation == Operation::replace_unless ||
           operation == Operation::blend || operation == Operation::delay || operation == Operation::say;
}

bool reads_a(Operation operation) {
    switch (operation) {
        case Operation::time:
        case Operation::initial:
        case Operation::previous:
        case Operation::edge:
        case Operation::change:
        case Operation::sampled:
        case Operation::terminal:
        case Operation::tick_interval:
        case Operation::first_tick:
        case Operation::rises:
        case Operation::call:
        case Operation::say:
        case Operation::solve:
        case Operation::jump:
        case Operation::jump_if_set: return false;
        case Operation::move:
        case Operation::neg:
        case Operation::logical_not:
        case Operation::add:
        case Operation::sub:
        case Operation::mul:
        case Operation::div:
        case Operation::pow:
        case Operation::logical_and:
        case Operation::logical_or:
        case Operation::less:
        case Operation::less_equal:
        case Operation::greater:
        case Operation::greater_equal:
        case Operation::equal:
        case Operation::not_equal:
        case Operation::unary_function:
        case Operation::binary_function:
        case Operation::remember:
        case Operation::replace_unless:
        case Operation::blend:
        case Operation::delay:
        case Operation::give:
        case Operation::store_previous:
        case Operation::store_condition:
        case Operation::store_clock:
        case Operation::ask_reinit:
        case Operation::transport:
        case Operation::store_result:
        case Operation::jump_if_false: return true;
    }
    return false;
}

}  // namespace moo
