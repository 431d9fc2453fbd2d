#include <a_header_of_another_system.h>

int foreign_other_system(int n) { return n; }
