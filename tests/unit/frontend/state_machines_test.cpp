// What state machines do, tick by tick. The sequences are worked out by hand from chapter 17 of the specification; the
// models are those of tests/language, where the equations can be read.
#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "tests/unit/frontend/clocked_run.h"

namespace {

using namespace moo;
using test::ClockedRun;
using test::Flattened;
using Row = std::vector<double>;
using Rows = std::vector<Row>;

struct Machine {
    explicit Machine(std::string const& file, double period = 1.0) : flat(read(file)), run(flat, period) {
        REQUIRE_FALSE(flat.diagnostics.has_errors());
    }
    static std::string read(std::string const& file) {
        std::ifstream in(std::string(MOO_LANGUAGE_DIR "/state_machines/good/") + file + ".mo");
        REQUIRE(in);
        std::ostringstream text;
        text << in.rdbuf();
        return text.str();
    }
    Flattened flat;
    ClockedRun run;
};

// a, a + step, … up to b
void append(Row& row, double a, double b, double step) {
    for (double x = a; step > 0 ? x <= b : x >= b; x += step) row.push_back(x);
}

}  // namespace

TEST_CASE("two states take turns, and a counter starts anew with its state") {
    Row i;
    append(i, 2, 12, 2);
    append(i, 11, 0, -1);
    append(i, 2, 4, 2);
    Row j{9, 8, 7, 6, 5, 4};
    j.insert(j.end(), 12, 4);
    append(j, 9, 8, -1);
    CHECK(Machine("two_states").run.rows({"i", "up.j"}, 20) == Rows{i, j});
}

TEST_CASE("the hierarchical example of the specification") {
    Row v;
    append(v, 2, 6, 2);  // A
    append(v, 5, 0, -1);
    v.push_back(0);      // C
    append(v, 2, 6, 2);  // A again
    append(v, 5, 0, -1);
    append(v, 0, 0, 1);       // C
    v.insert(v.end(), 2, 0);  // D waits for Y, which is there at tick 22
    REQUIRE(v.size() == 22);
    append(v, 5, 20, 5);  // state2
    v.push_back(22);      // state1 starts anew, A goes on from 20
    append(v, 21, 0, -1);
    v.push_back(0);
    append(v, 2, 6, 2);
    append(v, 5, 0, -1);
    v.insert(v.end(), 2, 0);  // C and D; Y is active already
    v.push_back(5);           // state2
    REQUIRE(v.size() == 62);
    Row i;
    append(i, 1, 21, 1);
    i.insert(i.end(), 5, 21);  // Y, then state2
    append(i, 1, 21, 1);
    i.insert(i.end(), 62 - i.size(), 21);
    Row j(21, 0);
    j.insert(j.end(), 26, 1);  // Y at tick 22, then not before tick 48
    append(j, 1, 14, 1);
    j.push_back(14);
    Row count(9, 0);
    count.insert(count.end(), 10, 1);
    count.insert(count.end(), 7, 2);
    count.insert(count.end(), 23, 0);  // from tick 27 on
    count.insert(count.end(), 10, 1);
    count.insert(count.end(), 3, 2);
    Rows const found =
        Machine("hierarchical").run.rows({"v", "state1.stateX.i", "state1.stateY.j", "state1.count"}, 62);
    CHECK(found[0] == v);
    CHECK(found[1] == i);
    CHECK(found[2] == j);
    CHECK(found[3] == count);
}

TEST_CASE("a state is active for as many ticks as a delayed transition counts") {
    Row state(10, 1);
    state.insert(state.end(), 5, 2);
    state.insert(state.end(), 3, 3);
    Row n(10, 0);
    append(n, 1, 5, 1);
    n.insert(n.end(), 3, 5);
    CHECK(Machine("ticks_in_state", 0.001).run.rows({"_machine1.activeState", "A1.n"}, 18) == Rows{state, n});
}

TEST_CASE("time in a state, for immediate and delayed transitions") {
    CHECK(
        Machine("time_in_state", 0.5).run.rows({"_machine1.activeState", "a.t", "b.t"}, 9) ==
        Rows{{1, 1, 2, 2, 2, 1, 1, 2, 2}, {0, 0.5, 0.5, 0.5, 0.5, 0, 0.5, 0.5, 0.5}, {0, 0, 0, 0.5, 1, 1, 1, 0, 0.5}});
}

TEST_CASE("a state is active for a tick at least") {
    CHECK(Machine("immediate").run.row("y", 14) == Row{0, 0, 0, 1, 2, 2, 2, 0, 1, 2, 0, 1, 2, 0});
}

TEST_CASE("the transition of the smallest priority fires") {
    CHECK(Machine("priorities").run.row("_machine1.activeState", 8) == Row{1, 1, 4, 1, 1, 2, 1, 1});
}

TEST_CASE("without reset a state goes on where it was left") {
    CHECK(Machine("history").run.rows({"_machine1.activeState", "work.m", "work.a.n", "work.b.n"}, 12) ==
          Rows{{1, 2, 2, 1, 1, 1, 2, 2, 1, 1, 1, 1},
               {101, 101, 101, 102, 103, 104, 104, 104, 101, 102, 103, 104},
               {1, 1, 1, 2, 2, 2, 2, 2, 1, 2, 2, 2},
               {0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 1, 2}});
}

TEST_CASE("a transition to an enclosing state itself counts the ticks anew") {
    CHECK(Machine("self_transition").run.rows({"s.c.n", "s.c.ticks"}, 8) ==
          Rows{{1, 2, 3, 1, 2, 3, 4, 5}, {1, 2, 3, 1, 2, 3, 1, 2}});
}

TEST_CASE("a transition waits for all machines in its state") {
    Row state(5, 1);
    state.insert(state.end(), 5, 2);
    state.insert(state.end(), 2, 3);
    CHECK(Machine("synchronize").run.row("_machine1.activeState", 12) == state);
}

TEST_CASE("machines side by side") {
    CHECK(Machine("parallel").run.rows({"_machine1.activeState", "_machine2.activeState"}, 9) ==
          Rows{{1, 1, 1, 2, 2, 1, 2, 1, 2}, {1, 1, 2, 2, 2, 2, 2, 2, 2}});
}

TEST_CASE("a signal with several sources is that of the active state") {
    CHECK(Machine("connected_outputs").run.row("y", 12) == Row{1, 2, 3, 13, 23, 23, 23, 24, 34, 34, 34, 35});
}

TEST_CASE("variables of a state keep their values and start anew, whatever their equations look like") {
    CHECK(Machine("equations").run.row("work.even", 7) == Row{0, 1, 1, 1, 0, 1, 1});
    CHECK(Machine("algorithm_in_state").run.rows({"work.n", "work.square"}, 7) ==
          Rows{{5, 6, 7, 7, 7, 8, 9}, {0, 36, 49, 49, 49, 64, 81}});
    CHECK(Machine("blocks_in_state").run.row("work.y", 7) == Row{2, 2, 2, 2, 2, 10, 12});
}

TEST_CASE("states in an array") {
    CHECK(Machine("state_array").run.row("_machine1.activeState", 9) == Row{1, 2, 2, 3, 3, 3, 1, 2, 2});
}

TEST_CASE("outer outputs of states are merged") {
    CHECK(Machine("record_output").run.rows({"r.n", "r.b"}, 6) == Rows{{1, 2, 12, 22, 22, 22}, {1, 1, 0, 1, 1, 1}});
    CHECK(Machine("output_two_levels_up").run.row("v", 10) == Row{1, 11, 12, 22, 122, 222, 322, 323, 423, 433});
}
