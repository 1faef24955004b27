#pragma once

// Linux calls and macros that the Glibc module does not show to Swift.

#include "events.h"
#include "files.h"
#include "ipc.h"
#include "options.h"
#include "processes.h"
#include "semaphores.h"
#include "signals.h"
#include "threads.h"
