/* SPDX-License-Identifier: Apache-2.0
 * Video instructions: arithmetic with bytes and halves of registers. Manual: Scalar Video
 * Instructions; SIMD Video Instructions. */
#ifndef REHEARSE_PROGRAM_VIDEO_H
#define REHEARSE_PROGRAM_VIDEO_H

#include "rehearse/program/program.h"

/* Returns true if an instruction is one of them. */
bool video_is(uint8_t does);
/* Starts with an instruction that has no further words; then each of its words is taken, in their
 * order. */
struct video video_begin(uint8_t does);
void video_take_type(struct video *v, uint8_t type);
void video_take_mode(struct video *v, uint8_t mode);
/* Reads `b0` or `h32`, what follows the dot. Returns 0 if it names no part. */
uint32_t video_part(const char *text, uint32_t length);

/* An operand: the bits of the whole register. */
struct video_operand {
    uint32_t bits;
    uint32_t part; /* video_part, or 0 */
    bool minus;
};

/* Computes the result from the destination, of which only the part matters, and the sources.
 * Returns false if it is unknown. */
bool video_compute(const struct video *v, const struct video_operand *o, uint32_t count,
                   uint32_t *result);

#endif
