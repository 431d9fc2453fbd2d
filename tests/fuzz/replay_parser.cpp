#include "tests/fuzz/parser_entry.h"
#include "tests/fuzz/replay.h"

int main(int argc, char** argv) { return moo::fuzz::replay(argc, argv, moo::fuzz::run_parser); }
