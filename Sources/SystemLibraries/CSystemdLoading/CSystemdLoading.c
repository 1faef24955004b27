// SPDX-License-Identifier: Apache-2.0

// sd_journal_sendv would be a macro that adds the place of the call.
#define SD_JOURNAL_SUPPRESS_LOCATION

#include "CSystemdLoading.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>

static void *library;
static pthread_once_t is_loaded = PTHREAD_ONCE_INIT;

static void load(void) { library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL); }

static void *find(_Atomic(void *) *known, const char *name) {
  void *function = atomic_load(known);
  if (function) return function;
  pthread_once(&is_loaded, load);
  if (!library) return NULL;
  function = dlsym(library, name);
  atomic_store(known, function);
  return function;
}

// Defines a function that calls the one of the library with the same name, or returns `failure`.
#define FORWARD(type, name, parameters, arguments, failure)                    \
  type name parameters {                                                       \
    static _Atomic(void *) known;                                              \
    void *function = find(&known, #name);                                      \
    return function ? ((__typeof__(&name))function)arguments : (type)(failure); \
  }

#define FORWARD_CODE(name, parameters, arguments) FORWARD(int, name, parameters, arguments, -ENOSYS)

// MARK: sd-daemon(3)

FORWARD_CODE(sd_is_socket_unix, (int file, int type, int listening, const char *path, size_t length), (file, type, listening, path, length))
// Without a service manager, these say that there is none.
FORWARD(int, sd_listen_fds, (int unset_environment), (unset_environment), getenv("LISTEN_FDS") ? -ENOSYS : 0)
FORWARD(int, sd_notify, (int unset_environment, const char *state), (unset_environment, state), getenv("NOTIFY_SOCKET") ? -ENOSYS : 0)
FORWARD(int, sd_watchdog_enabled, (int unset_environment, uint64_t *microseconds), (unset_environment, microseconds),
        getenv("WATCHDOG_USEC") ? -ENOSYS : 0)

// MARK: sd-journal(3)

FORWARD_CODE(sd_journal_sendv, (const struct iovec *fields, int count), (fields, count))

// MARK: sd-bus(3)

// The format of the tables that the macros of <systemd/sd-bus-vtable.h> make, since version 242 of the library, which looks only whether a table
// refers to this.
const unsigned sd_bus_object_vtable_format = 242;

FORWARD_CODE(sd_bus_open_user, (sd_bus **bus), (bus))
FORWARD(sd_bus *, sd_bus_flush_close_unref, (sd_bus *bus), (bus), NULL)
FORWARD_CODE(sd_bus_get_fd, (sd_bus *bus), (bus))
FORWARD_CODE(sd_bus_get_events, (sd_bus *bus), (bus))
FORWARD_CODE(sd_bus_process, (sd_bus *bus, sd_bus_message **received), (bus, received))
FORWARD_CODE(sd_bus_request_name, (sd_bus *bus, const char *name, uint64_t flags), (bus, name, flags))
FORWARD_CODE(sd_bus_release_name, (sd_bus *bus, const char *name), (bus, name))
FORWARD_CODE(sd_bus_send, (sd_bus *bus, sd_bus_message *message, uint64_t *cookie), (bus, message, cookie))
FORWARD_CODE(sd_bus_call, (sd_bus *bus, sd_bus_message *message, uint64_t microseconds, sd_bus_error *error, sd_bus_message **reply),
             (bus, message, microseconds, error, reply))
FORWARD_CODE(sd_bus_add_object_vtable,
             (sd_bus *bus, sd_bus_slot **slot, const char *path, const char *interface, const sd_bus_vtable *table, void *context),
             (bus, slot, path, interface, table, context))
FORWARD_CODE(sd_bus_emit_properties_changed_strv, (sd_bus *bus, const char *path, const char *interface, char **names),
             (bus, path, interface, names))

FORWARD_CODE(sd_bus_message_new_method_call,
             (sd_bus *bus, sd_bus_message **message, const char *destination, const char *path, const char *interface, const char *member),
             (bus, message, destination, path, interface, member))
FORWARD_CODE(sd_bus_message_new_signal,
             (sd_bus *bus, sd_bus_message **message, const char *path, const char *interface, const char *member),
             (bus, message, path, interface, member))
FORWARD_CODE(sd_bus_message_set_destination, (sd_bus_message *message, const char *destination), (message, destination))
FORWARD_CODE(sd_bus_message_new_method_return, (sd_bus_message *call, sd_bus_message **message), (call, message))
FORWARD(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *message), (message), NULL)
FORWARD(sd_bus_message *, sd_bus_message_ref, (sd_bus_message *message), (message), NULL)
FORWARD(const char *, sd_bus_message_get_interface, (sd_bus_message *message), (message), NULL)
FORWARD(const char *, sd_bus_message_get_member, (sd_bus_message *message), (message), NULL)
FORWARD(const char *, sd_bus_message_get_sender, (sd_bus_message *message), (message), NULL)
FORWARD_CODE(sd_bus_message_append_basic, (sd_bus_message *message, char type, const void *value), (message, type, value))
FORWARD_CODE(sd_bus_message_read_basic, (sd_bus_message *message, char type, void *value), (message, type, value))
FORWARD_CODE(sd_bus_message_enter_container, (sd_bus_message *message, char type, const char *contents), (message, type, contents))
FORWARD_CODE(sd_bus_message_exit_container, (sd_bus_message *message), (message))
FORWARD_CODE(sd_bus_message_peek_type, (sd_bus_message *message, char *type, const char **contents), (message, type, contents))
FORWARD_CODE(sd_bus_message_skip, (sd_bus_message *message, const char *types), (message, types))
FORWARD_CODE(sd_bus_message_append_array, (sd_bus_message *message, char type, const void *bytes, size_t count), (message, type, bytes, count))
FORWARD_CODE(sd_bus_message_open_container, (sd_bus_message *message, char type, const char *contents), (message, type, contents))
FORWARD_CODE(sd_bus_message_close_container, (sd_bus_message *message), (message))
FORWARD_CODE(sd_bus_reply_method_errno, (sd_bus_message *call, int error, const sd_bus_error *details), (call, error, details))
FORWARD_CODE(sd_bus_reply_method_error, (sd_bus_message *call, const sd_bus_error *error), (call, error))

FORWARD_CODE(sd_bus_error_set, (sd_bus_error *error, const char *name, const char *message), (error, name, message))

void sd_bus_error_free(sd_bus_error *error) {
  static _Atomic(void *) known;
  void *function = find(&known, "sd_bus_error_free");
  if (function) ((__typeof__(&sd_bus_error_free))function)(error);
}

FORWARD_CODE(sd_bus_track_new, (sd_bus *bus, sd_bus_track **track, sd_bus_track_handler_t handler, void *context),
             (bus, track, handler, context))
FORWARD(sd_bus_track *, sd_bus_track_unref, (sd_bus_track *track), (track), NULL)
FORWARD_CODE(sd_bus_track_add_sender, (sd_bus_track *track, sd_bus_message *message), (track, message))

FORWARD_CODE(sd_bus_query_sender_creds, (sd_bus_message *message, uint64_t mask, sd_bus_creds **credentials), (message, mask, credentials))
FORWARD_CODE(sd_bus_creds_get_pid, (sd_bus_creds *credentials, pid_t *process), (credentials, process))
FORWARD(sd_bus_creds *, sd_bus_creds_unref, (sd_bus_creds *credentials), (credentials), NULL)
