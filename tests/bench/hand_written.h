// Right-hand sides as somebody would write them in C, for comparison with generated code.
#pragma once

extern "C" {

// dy = f(t, y), with the parameters p.
using HandWritten = void (*)(double t, double const* y, double* dy, double const* p);

void hand_van_der_pol(double t, double const* y, double* dy, double const* p);
void hand_robertson(double t, double const* y, double* dy, double const* p);
void hand_hires(double t, double const* y, double* dy, double const* p);
void hand_pendulum(double t, double const* y, double* dy, double const* p);
// p[0] stiffness, p[1] damping, p[2] number of masses; y = s1, v1, s2, v2, …
void hand_chain(double t, double const* y, double* dy, double const* p);
}
