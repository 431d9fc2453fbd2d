const char* foreign_upper(const char* text);
