// Keeps standard output for what the tool writes.
#pragma once

namespace moo {

// While it lives, what is printed on standard output goes to standard error: C code may print as it likes, but the
// output of a tool is read by the next one.
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
