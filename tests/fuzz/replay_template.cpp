#include "tests/fuzz/replay.h"
#include "tests/fuzz/template_entry.h"

int main(int argc, char** argv) { return moo::fuzz::replay(argc, argv, moo::fuzz::run_template); }
