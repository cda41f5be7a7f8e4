/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* #define MOVE "wrong"
#define MOVE "also wrong" */
#include <deep.h>
#include "ops.h"
#define MOVE "mov." TYPE
