#include "tests/unit/runtime/bouncing_ball.h"

int main(int argc, char** argv) { return moo_simulator_main(argc, argv, &bouncing_ball); }
