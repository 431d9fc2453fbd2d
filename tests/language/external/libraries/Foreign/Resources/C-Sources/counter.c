#include <stdlib.h>

#include "ModelicaUtilities.h"
#include "foreign.h"

static int open_counters = 0;

void* foreign_open_counter(int start) {
    int* counter;
    if (start < 0) return NULL;
    counter = malloc(sizeof *counter);
    *counter = start;
    ++open_counters;
    return counter;
}

void foreign_close_counter(void* counter) {
    --open_counters;
    free(counter);
    ModelicaFormatMessage("%d counters are left", open_counters);
}

int foreign_next(void* counter) { return ++*(int*)counter; }

int foreign_open_counters(void) { return open_counters; }
