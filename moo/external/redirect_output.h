// Reserves standard output for the output of the tool.
#pragma once

namespace moo {

// While this object exists, everything printed to standard output goes to standard error: C code may print, but the
// next tool reads the output of this one.
class OutputToErrors {
public:
    OutputToErrors();
    ~OutputToErrors();
    OutputToErrors(OutputToErrors const&) = delete;
    OutputToErrors& operator=(OutputToErrors const&) = delete;

private:
    int output_;  // a second descriptor of standard output; -1 if there is none
};

}  // namespace moo
