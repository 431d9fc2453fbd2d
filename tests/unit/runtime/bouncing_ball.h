// The bouncing ball of Larsson and Fritzson, written by hand against the interface of models.
#pragma once

#include "runtime/abi/model.h"

enum BallSlot { ball_h, ball_v, ball_der_h, ball_der_v, ball_v_new, ball_flying, ball_impact, ball_e, ball_g };

extern "C" MooModel const bouncing_ball;
