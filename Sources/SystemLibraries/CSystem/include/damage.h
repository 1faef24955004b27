// SPDX-License-Identifier: Apache-2.0

#pragma once

// Crashes that a damaged index causes. LMDB trusts the pages of its file, so a damaged page can
// make it read outside its memory map, divide by zero, fail an assertion, or corrupt the heap.
// Written in C because a signal handler may only call async-signal-safe functions, and Swift may
// insert calls to its runtime.

/// Installs handlers for signals of crashes. Once a store is in use, such a signal ends the process
/// with status 1 and one line on standard error, which begins with `tool` and says that the index
/// is probably damaged. Without a store, and for signals that other processes send, the default
/// action applies.
///
/// `tool` and `arguments`, the null-terminated arguments of the process, must stay valid.
void damage_explain_crashes(const char *tool, char *const *arguments);

/// The name of a store for `damage_use_store`, which is never freed. NULL if
/// `damage_explain_crashes` was not called.
const char *damage_store_name(const char *path);

/// Names the store that the calling thread uses from now on. NULL changes nothing.
void damage_use_store(const char *name);

/// Sets how often a crash restarts the program with the same arguments instead of ending it,
/// counted from its first start. The count is in an environment variable together with the process
/// ID, so child processes are not affected.
void damage_allow_restarts(int limit);

/// How often the program was restarted after a crash.
int damage_restart_count(void);

/// Reports damage that a library cannot handle, as if it had crashed. Aborts if
/// `damage_explain_crashes` was not called.
_Noreturn void damage_found(const char *assertion);

/// Size of the alternate stack that `damage_use_stack` needs.
enum { DAMAGE_STACK_SIZE = 32 << 10 };

/// Makes the handlers run on `stack` in the calling thread, so that they also run when the
/// thread's own stack is full. sigaltstack(2).
void damage_use_stack(void *stack);
