/* The functions of ModelicaUtilities.h, for the objects in the cache. They lead to the program that has loaded this
   object: see moo/external/modelica_utilities.h. */
#include "ModelicaUtilities.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The same struct as moo::UtilityCallbacks. */
struct moo_utility_callbacks {
    void (*message)(const char* text);
    void (*warning)(const char* text);
    void (*error)(const char* text); /* does not return */
    char* (*allocate)(size_t size);  /* null if there is no memory */
};

static const struct moo_utility_callbacks* callbacks;

void moo_set_utility_callbacks(const struct moo_utility_callbacks* given) { callbacks = given; }

void ModelicaMessage(const char* string) { callbacks->message(string); }

void ModelicaWarning(const char* string) { callbacks->warning(string); }

void ModelicaError(const char* string) {
    callbacks->error(string);
    abort();
}

char* ModelicaAllocateStringWithErrorReturn(size_t length) {
    char* const text = length + 1 == 0 ? NULL : callbacks->allocate(length + 1);
    if (text != NULL) memset(text, 0, length + 1);
    return text;
}

char* ModelicaAllocateString(size_t length) {
    char* const text = ModelicaAllocateStringWithErrorReturn(length);
    if (text == NULL) ModelicaError("there is no memory for a string");
    return text;
}

char* ModelicaDuplicateStringWithErrorReturn(const char* string) {
    size_t const length = strlen(string);
    char* const text = ModelicaAllocateStringWithErrorReturn(length);
    if (text != NULL) memcpy(text, string, length);
    return text;
}

char* ModelicaDuplicateString(const char* string) {
    char* const text = ModelicaAllocateString(strlen(string));
    strcpy(text, string);
    return text;
}

/* The text belongs to the program, so that nothing is lost when an error jumps out of the function. */
static const char* formatted(const char* format, va_list arguments) {
    va_list again;
    char* text;
    int length;
    va_copy(again, arguments);
    length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0) return format;
    text = ModelicaAllocateStringWithErrorReturn((size_t)length);
    if (text == NULL) return format;
    vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

void ModelicaVFormatMessage(const char* format, va_list arguments) { ModelicaMessage(formatted(format, arguments)); }

void ModelicaVFormatWarning(const char* format, va_list arguments) { ModelicaWarning(formatted(format, arguments)); }

void ModelicaVFormatError(const char* format, va_list arguments) { ModelicaError(formatted(format, arguments)); }

void ModelicaFormatMessage(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ModelicaVFormatMessage(format, arguments);
    va_end(arguments);
}

void ModelicaFormatWarning(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ModelicaVFormatWarning(format, arguments);
    va_end(arguments);
}

void ModelicaFormatError(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    ModelicaVFormatError(format, arguments);
}
