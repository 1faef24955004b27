// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Writes the path of this process's program, without symbolic links, and a zero; without /proc, the path by
/// which it was started. Returns 0, or -1 and an empty path. proc(5) `exe`, getauxval(3) AT_EXECFN.
int process_executable(char *path, size_t capacity);

enum { SPAWN_MAXIMUM_DESCRIPTORS = 3 };

/// Starts the program at the path `arguments[0]`. Its descriptors from 3 on are copies of `count`
/// descriptors, at most SPAWN_MAXIMUM_DESCRIPTORS; 0, 1 and 2 are /dev/null; all others are closed.
/// It runs in a session of its own, with no signal blocked or ignored.
/// Returns 0 and sets `*process`, or returns an errno. posix_spawn(3): safe while other threads run
/// and a store is open, unlike fork.
///
/// The environment contains only what importers need: the locations of the type database and the
/// time zone, and a UTF-8 locale.
int process_spawn(const char *const arguments[], const int descriptors[], int count, int *process);

/// Runs a program found in PATH, with the descriptors and the environment of this process, and
/// waits until it ends. Returns 0 and sets `*status` as waitpid(2) does, or returns an errno:
/// ENOENT if PATH has no such program. posix_spawnp(3).
int process_run(const char *const arguments[], int *status);

/// Starts a program as process_launch does, and waits at most for a time until it ends. Returns 0 and sets
/// `*status` as waitpid(2) does, to 0 if the program still runs, or returns an errno as process_run does.
int process_run_apart(const char *const arguments[], int milliseconds, int *status);

/// Starts a program, found in PATH unless `arguments[0]` has a slash, with the environment of this
/// process. Its descriptor 3 is a copy of `third`; 0 is /dev/null, 1 and 2 are standard error of this
/// process; all others are closed. It has no signal blocked or ignored.
/// Returns 0 and sets `*process`, or returns an errno. posix_spawnp(3).
int process_start(const char *const arguments[], int third, int *process);

/// Starts a program in a session of its own, which runs on after this process. Standard input, output
/// and error are /dev/null, because nobody may wait for their end; all other descriptors are closed.
/// It has no signal blocked or ignored. `folder` is its working folder, or NULL for that of this
/// process. Returns 0, or an errno. posix_spawnp(3).
int process_launch(const char *const arguments[], const char *folder);

/// Replaces this process by a program, which gets the signal settings that this process started with.
/// `folder` is as above. Returns an errno, and only if that fails. execvp(3).
int process_replace(const char *const arguments[], const char *folder);

/// Limits of a process for its whole life.
struct process_limits {
  uint64_t address_space; // bytes
  uint64_t data;          // bytes of writable memory that is not shared
  uint64_t processor_seconds;
};

/// Sets hard limits of another process, which it cannot raise. UINT64_MAX keeps the present limit.
/// Returns 0, or -1 with errno. prlimit(2).
int process_limit(int process, const struct process_limits *limits);

/// Lets a process run only when nothing else needs the processor or the disk. 0 stands for the
/// calling thread. Returns 0, or -1 with errno. sched_setscheduler(2) SCHED_IDLE, ioprio_set(2)
/// IOPRIO_CLASS_IDLE.
int process_set_idle_priority(int process);

/// Lets a process run only when nothing else needs the processor, with the lowest disk priority
/// that still makes progress on a busy disk: others may wait for its writes. 0 stands for the
/// calling thread. Returns 0, or -1 with errno. SCHED_IDLE, IOPRIO_CLASS_BE.
int process_set_background_priority(int process);

/// Whether the calling thread has idle priority. sched_getscheduler(2).
bool process_has_idle_priority(void);

/// Processor time that a process has used, in nanoseconds, or -1 if it has ended.
/// clock_getcpuclockid(3).
int64_t process_processor_time(int process);

/// Reaps a child process that ends within a time. Returns 0 if it has not ended by then. pidfd_open(2),
/// waitpid(2)
int process_reap(int process, int milliseconds);

/// Resident memory of a process in bytes, without memory shared with others such as libraries and
/// mapped files. -1 if it has ended. proc(5) statm.
int64_t process_own_memory(int process);

/// Number of processors that the process may run on, at least 1. Uses sched_getaffinity(2), because
/// sysconf(3) reads a file.
int process_processors(void);

/// Makes the allocator keep up to 64 MiB of freed memory, including large blocks. For short-lived
/// processes that allocate and free repeatedly: returning memory to the kernel costs a page fault
/// for each 4 KiB that is used again. mallopt(3).
void process_keep_freed_memory(void);

/// Limits the freed memory that the allocator keeps. For processes that run for months. mallopt(3).
///
/// All threads share four areas of memory: by default each thread soon has an area of its own, eight
/// per processor. Each area keeps at most 1 MiB of freed memory at its end. By default that limit
/// grows to twice the largest block that was ever freed, up to 64 MiB, and malloc_trim(3) does not
/// return what is at the end of an area.
void process_limit_freed_memory(void);

/// Returns freed memory to the kernel, except for what is at the end of an area. malloc_trim(3).
void process_return_freed_memory(void);
