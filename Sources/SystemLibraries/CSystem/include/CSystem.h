// SPDX-License-Identifier: Apache-2.0

#pragma once

// Linux calls and macros that Swift's Glibc module does not contain.

#include "callers.h"
#include "damage.h"
#include "events.h"
#include "files.h"
#include "ipc.h"
#include "marks.h"
#include "processes.h"
#include "semaphores.h"
#include "signals.h"
#include "startup.h"
#include "stops.h"
#include "terminal.h"
#include "threads.h"
#include "watches.h"
