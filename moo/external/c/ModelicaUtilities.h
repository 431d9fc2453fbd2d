/* What external C functions may call (Modelica 3.6, section 12.9.6). */
#ifndef MODELICA_UTILITIES_H
#define MODELICA_UTILITIES_H

#include <stdarg.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MOO_NEVER_RETURNS __attribute__((noreturn))
#define MOO_FORMAT __attribute__((format(printf, 1, 2)))
#define MOO_LIST_FORMAT __attribute__((format(printf, 1, 0)))

void ModelicaMessage(const char* string);
void ModelicaFormatMessage(const char* format, ...) MOO_FORMAT;
void ModelicaVFormatMessage(const char* format, va_list arguments) MOO_LIST_FORMAT;

void ModelicaWarning(const char* string);
void ModelicaFormatWarning(const char* format, ...) MOO_FORMAT;
void ModelicaVFormatWarning(const char* format, va_list arguments) MOO_LIST_FORMAT;

void ModelicaError(const char* string) MOO_NEVER_RETURNS;
void ModelicaFormatError(const char* format, ...) MOO_FORMAT MOO_NEVER_RETURNS;
void ModelicaVFormatError(const char* format, va_list arguments) MOO_LIST_FORMAT MOO_NEVER_RETURNS;

/* Strings that are given back to the model; they are never freed by the function. */
char* ModelicaAllocateString(size_t length);
char* ModelicaAllocateStringWithErrorReturn(size_t length);
char* ModelicaDuplicateString(const char* string);
char* ModelicaDuplicateStringWithErrorReturn(const char* string);

#undef MOO_NEVER_RETURNS
#undef MOO_FORMAT
#undef MOO_LIST_FORMAT

#ifdef __cplusplus
}
#endif

#endif
