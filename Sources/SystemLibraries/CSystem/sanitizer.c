// SPDX-License-Identifier: Apache-2.0

// Makes Swift's Mutex known to the thread sanitizer.
//
// The fast paths of Mutex are inlined into instrumented code. The slow paths are in libswiftSynchronization,
// which is not instrumented: a thread that waited for the lock would seem to race with the thread that held
// it. These definitions take precedence over those of the library, and call them.
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void mutex_lock_slow(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT bool mutex_try_lock_slow(SELF mutex) __asm__(TRY_LOCK);
SWIFT void mutex_unlock_slow(SELF mutex) __asm__(UNLOCK);

SWIFT void mutex_lock_slow(uint32_t thread, SELF mutex) {
  SWIFT void (*original)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK);
  original(thread, mutex);
  __tsan_acquire(mutex);
}

SWIFT bool mutex_try_lock_slow(SELF mutex) {
  SWIFT bool (*original)(SELF) = dlsym(RTLD_NEXT, TRY_LOCK);
  bool is_locked = original(mutex);
  if (is_locked) __tsan_acquire(mutex);
  return is_locked;
}

SWIFT void mutex_unlock_slow(SELF mutex) {
  SWIFT void (*original)(SELF) = dlsym(RTLD_NEXT, UNLOCK);
  __tsan_release(mutex);
  original(mutex);
}
#endif
#endif
