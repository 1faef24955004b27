// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <errno.h>
#include <seccomp.h>

// Function-like macros, which Swift does not import.
static const uint32_t seccomp_refusal = SCMP_ACT_ERRNO(EPERM);
static const uint32_t seccomp_absence = SCMP_ACT_ERRNO(ENOSYS);
static const uint32_t seccomp_no_terminal = SCMP_ACT_ERRNO(ENOTTY);

// Macros that Swift does not import because of their casts.
static const uint32_t seccomp_permission = SCMP_ACT_ALLOW;
static const uint32_t seccomp_trap = SCMP_ACT_TRAP;
static const uint32_t seccomp_death = SCMP_ACT_KILL_PROCESS;
