#include "tests/bench/hand_written.h"

#include <cmath>

void hand_van_der_pol(double, double const* y, double* dy, double const* p) {
    dy[0] = y[1];
    dy[1] = p[0] * (1.0 - y[0] * y[0]) * y[1] - y[0];
}

void hand_robertson(double, double const* y, double* dy, double const*) {
    double const slow = 0.04 * y[0];
    double const back = 1e4 * y[1] * y[2];
    double const fast = 3e7 * y[1] * y[1];
    dy[0] = back - slow;
    dy[1] = slow - back - fast;
    dy[2] = fast;
}

void hand_hires(double, double const* y, double* dy, double const*) {
    double const meeting = 280.0 * y[5] * y[7];
    dy[0] = -1.71 * y[0] + 0.43 * y[1] + 8.32 * y[2] + 0.0007;
    dy[1] = 1.71 * y[0] - 8.75 * y[1];
    dy[2] = -10.03 * y[2] + 0.43 * y[3] + 0.035 * y[4];
    dy[3] = 8.32 * y[1] + 1.71 * y[2] - 1.12 * y[3];
    dy[4] = -1.745 * y[4] + 0.43 * y[5] + 0.43 * y[6];
    dy[5] = -meeting + 0.69 * y[3] + 1.71 * y[4] - 0.43 * y[5] + 0.69 * y[6];
    dy[6] = meeting - 1.81 * y[6];
    dy[7] = -dy[6];
}

void hand_pendulum(double, double const* y, double* dy, double const* p) {
    dy[0] = y[1];
    dy[1] = -p[0] / p[1] * std::sin(y[0]) - p[2] * y[1];
}

void hand_chain(double, double const* y, double* dy, double const* p) {
    double const k = p[0];
    double const d = p[1];
    int const masses = static_cast<int>(p[2]);
    double before_s = 0.0;
    double before_v = 0.0;
    for (int i = 0; i < masses; ++i) {
        double const s = y[2 * i];
        double const v = y[2 * i + 1];
        double const f = k * (before_s - s + 1.0) + d * (before_v - v);
        dy[2 * i] = v;
        dy[2 * i + 1] = (f - 0.5 * v) / 2.0;
        before_s = s;
        before_v = v;
    }
}
