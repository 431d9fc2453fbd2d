#include "upper.h"

#include "ModelicaUtilities.h"

const char* foreign_upper(const char* text) {
    char* const copy = ModelicaDuplicateString(text);
    char* at;
    for (at = copy; *at != '\0'; ++at) *at = *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at;
    return copy;
}
