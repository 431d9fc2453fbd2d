#include <stdio.h>
#include <string.h>

#include "ModelicaUtilities.h"
#include "foreign.h"
#include "upper.h"

const char* foreign_repeat(const char* s, int n) {
    size_t const length = strlen(s);
    char* const text = ModelicaAllocateString(length * (size_t)n);
    int i;
    for (i = 0; i < n; ++i) memcpy(text + (size_t)i * length, s, length);
    return text;
}

void foreign_words(const char* const* s, const char** t, size_t size) {
    size_t i;
    for (i = 0; i < size; ++i) t[i] = foreign_upper(s[size - 1 - i]);
}

int foreign_count_lines(const char* file) {
    FILE* const stream = fopen(file, "r");
    int lines = 0;
    int c;
    if (stream == NULL) ModelicaFormatError("there is no file \"%s\"", file);
    while ((c = fgetc(stream)) != EOF) lines += c == '\n';
    fclose(stream);
    return lines;
}

int foreign_fails(int n) {
    if (n > 3) ModelicaFormatError("%d is more than %s\n", n, "three");
    return n;
}

int foreign_talks(int n) {
    printf("this must not reach the model\n");
    ModelicaFormatMessage("counting to %d\n", n);
    ModelicaWarning("nobody listens");
    return n;
}
