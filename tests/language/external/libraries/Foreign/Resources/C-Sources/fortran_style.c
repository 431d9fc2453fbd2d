/* INTEGER FIRST(ROWS), A(ROWS, COLUMNS); strings come with their length behind all other arguments. */
#include <stddef.h>

void firstcolumn_(const char* mode, const int* rows, const int* columns, const int* a, int* first, int* info,
                  size_t mode_length) {
    int i;
    *info = mode_length == 4 && mode[0] == 'f' && mode[4] == '\0' ? *columns : -1;
    for (i = 0; i < *rows; ++i) first[i] = a[i];
}
