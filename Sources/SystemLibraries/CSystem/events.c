#include "events.h"

#include <sys/eventfd.h>

int event_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// The write fails only if the counter is full, and then the descriptor is already readable.
void event_raise(int descriptor) { (void)eventfd_write(descriptor, 1); }
