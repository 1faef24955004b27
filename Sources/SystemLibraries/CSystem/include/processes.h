#pragma once

#include <stdint.h>

/// Starts `path` with the two descriptors as its 3 and 4, /dev/null as 0, 1 and 2, no other descriptor, no
/// signal blocked or ignored, in a session of its own.
/// Returns 0 and the process in `*process`, or an errno. posix_spawn(3): safe while other threads run and a store is open, unlike fork.
///
/// The process gets the little of the environment that parsing files needs: where the type database and the time zone are, and UTF-8.
int process_spawn(const char *path, int third, int fourth, int *process);

/// Runs a program that is looked for in PATH, with the descriptors and the environment of this process, and waits for its end.
/// Returns 0 and how it ended, for waitpid(2), in `*status`; or an errno, ENOENT when PATH has no such program. posix_spawnp(3).
int process_run(const char *const arguments[], int *status);

/// Bounds the address space of another process and forbids it core dumps. Returns 0, or -1 with errno. prlimit(2).
int process_limit(int process, uint64_t address_space);

/// Has a process run only when nothing else wants the processor or the disk. Returns 0, or -1 with errno.
/// sched_setscheduler(2) SCHED_IDLE, ioprio_set(2) IOPRIO_CLASS_IDLE. 0 stands for the calling thread.
int process_set_idle_priority(int process);

/// Has a process run only when nothing else wants the processor, and come last at the disk, but not be passed over as long as somebody else
/// has something to write: others may wait for what it writes. Returns 0, or -1 with errno. IOPRIO_CLASS_BE. 0 stands for the calling thread.
int process_set_background_priority(int process);

/// Processor time that a process has used, in nanoseconds; -1 when it is gone. clock_getcpuclockid(3).
int64_t process_processor_time(int process);

/// Resident memory of a process that is its own, in bytes: not libraries and files that others share. -1 when it is gone. proc(5) statm.
int64_t process_own_memory(int process);

/// How many processors the process may run on, at least 1. sched_getaffinity(2): sysconf(3) would read a file.
int process_processors(void);

/// Has the allocator keep what is freed, up to 64 MiB, and large pieces too: for a process that ends soon, and whose pieces of memory come
/// and go. Giving them back costs a page fault for every 4 KiB that are used again. mallopt(3).
void process_keep_freed_memory(void);
