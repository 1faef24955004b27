// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <systemd/sd-bus.h>
#include <sys/eventfd.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
#include <time.h>

/// The time in microseconds of the clock that systemd uses in notifications. clock_gettime(2)
/// CLOCK_MONOTONIC.
static inline unsigned long long service_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000ULL + now.tv_nsec / 1000;
}

/// A descriptor that is readable after a number was written to it, until it is read. eventfd(2)
static inline int service_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// MARK: An object on a message bus. The tables of sd_bus_add_object_vtable(3) are C macros.

/// What answers for the daemon's object. Both functions return a negative errno on failure.
typedef struct {
  void *context;
  /// Appends the value of a property to a reply.
  int (*property)(void *context, const char *name, sd_bus_message *reply);
  /// Answers a call of a method.
  int (*call)(void *context, const char *name, sd_bus_message *call);
} control_object;

static int control_property(sd_bus *bus, const char *path, const char *interface, const char *name, sd_bus_message *reply, void *userdata,
                            sd_bus_error *error) {
  (void)bus, (void)path, (void)interface, (void)error;
  const control_object *object = userdata;
  return object->property(object->context, name, reply);
}

static int control_call(sd_bus_message *call, void *userdata, sd_bus_error *error) {
  (void)error;
  const control_object *object = userdata;
  return object->call(object->context, sd_bus_message_get_member(call), call);
}

static const sd_bus_vtable control_table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_PROPERTY("State", "s", control_property, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("Activity", "s", control_property, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("LastError", "s", control_property, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("Pending", "t", control_property, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("Failed", "t", control_property, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
    SD_BUS_PROPERTY("Version", "s", control_property, 0, SD_BUS_VTABLE_PROPERTY_CONST),
    SD_BUS_METHOD_WITH_NAMES("Pause", "s", SD_BUS_PARAM(reason), "u", SD_BUS_PARAM(pause), control_call, 0),
    SD_BUS_METHOD_WITH_NAMES("Resume", "u", SD_BUS_PARAM(pause), "", , control_call, 0),
    SD_BUS_METHOD("Reload", "", "", control_call, 0),
    SD_BUS_VTABLE_END,
};

/// Adds an object to a connection. `object` must live as long as the connection.
static inline int control_object_add(sd_bus *bus, const char *path, const char *interface, control_object *object) {
  return sd_bus_add_object_vtable(bus, NULL, path, interface, control_table, object);
}

// MARK: The search of desktop shells and of other programs on a message bus

/// What answers their calls.
typedef struct {
  void *context;
  /// Answers a call, or keeps it to answer it later. Returns a negative errno on failure.
  int (*call)(void *context, sd_bus_message *call);
} shell_object;

static int shell_call(sd_bus_message *call, void *userdata, sd_bus_error *error) {
  (void)error;
  const shell_object *object = userdata;
  return object->call(object->context, call);
}

// org.gnome.Shell.SearchProvider2, as GNOME Shell's data/dbus-interfaces/org.gnome.ShellSearchProvider2.xml has it. XUbuntuCancel is a call
// of Ubuntu's shell.
static const sd_bus_vtable gnome_shell_table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD_WITH_NAMES("GetInitialResultSet", "as", SD_BUS_PARAM(terms), "as", SD_BUS_PARAM(results), shell_call, 0),
    SD_BUS_METHOD_WITH_NAMES("GetSubsearchResultSet", "asas", SD_BUS_PARAM(previous_results) SD_BUS_PARAM(terms), "as", SD_BUS_PARAM(results),
                             shell_call, 0),
    SD_BUS_METHOD_WITH_NAMES("GetResultMetas", "as", SD_BUS_PARAM(identifiers), "aa{sv}", SD_BUS_PARAM(metas), shell_call, 0),
    SD_BUS_METHOD_WITH_NAMES("ActivateResult", "sasu", SD_BUS_PARAM(identifier) SD_BUS_PARAM(terms) SD_BUS_PARAM(timestamp), "", ,
                             shell_call, 0),
    SD_BUS_METHOD_WITH_NAMES("LaunchSearch", "asu", SD_BUS_PARAM(terms) SD_BUS_PARAM(timestamp), "", , shell_call, 0),
    SD_BUS_METHOD("XUbuntuCancel", "", "", shell_call, 0),
    SD_BUS_VTABLE_END,
};

// org.kde.krunner1, as KRunner's src/data/org.kde.krunner1.xml has it.
static const sd_bus_vtable krunner_table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD_WITH_NAMES("Match", "s", SD_BUS_PARAM(query), "a(sssida{sv})", SD_BUS_PARAM(matches), shell_call, 0),
    SD_BUS_METHOD_WITH_NAMES("Run", "ss", SD_BUS_PARAM(matchId) SD_BUS_PARAM(actionId), "", , shell_call, 0),
    SD_BUS_METHOD_WITH_NAMES("Actions", "", , "a(sss)", SD_BUS_PARAM(actions), shell_call, 0),
    SD_BUS_METHOD_WITH_NAMES("Config", "", , "a{sv}", SD_BUS_PARAM(configuration), shell_call, 0),
    SD_BUS_METHOD("Teardown", "", "", shell_call, 0),
    SD_BUS_METHOD_WITH_NAMES("SetActivationToken", "s", SD_BUS_PARAM(token), "", , shell_call, 0),
    SD_BUS_VTABLE_END,
};

// Searchlight's own interface for programs.
static const sd_bus_vtable program_table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD_WITH_NAMES("Search", "sa{sv}", SD_BUS_PARAM(query) SD_BUS_PARAM(options), "aa{sv}a{sv}",
                             SD_BUS_PARAM(hits) SD_BUS_PARAM(details), shell_call, 0),
    SD_BUS_METHOD_WITH_NAMES("Watch", "sa{sv}", SD_BUS_PARAM(query) SD_BUS_PARAM(options), "uaa{sv}a{sv}",
                             SD_BUS_PARAM(watch) SD_BUS_PARAM(hits) SD_BUS_PARAM(details), shell_call, 0),
    SD_BUS_METHOD_WITH_NAMES("Unwatch", "u", SD_BUS_PARAM(watch), "", , shell_call, 0),
    SD_BUS_SIGNAL_WITH_NAMES("Changed", "uaa{sv}aa{sv}as",
                             SD_BUS_PARAM(watch) SD_BUS_PARAM(added) SD_BUS_PARAM(updated) SD_BUS_PARAM(removed), 0),
    SD_BUS_SIGNAL_WITH_NAMES("Ended", "us", SD_BUS_PARAM(watch) SD_BUS_PARAM(reason), 0),
    SD_BUS_VTABLE_END,
};

/// Adds the object that other programs ask. `object` must live as long as the connection.
static inline int program_object_add(sd_bus *bus, const char *path, const char *interface, shell_object *object) {
  return sd_bus_add_object_vtable(bus, NULL, path, interface, program_table, object);
}

/// Adds the object that GNOME Shell asks. `object` must live as long as the connection.
static inline int gnome_shell_object_add(sd_bus *bus, const char *path, shell_object *object) {
  return sd_bus_add_object_vtable(bus, NULL, path, "org.gnome.Shell.SearchProvider2", gnome_shell_table, object);
}

/// Adds the object that KRunner asks. `object` must live as long as the connection.
static inline int krunner_object_add(sd_bus *bus, const char *path, shell_object *object) {
  return sd_bus_add_object_vtable(bus, NULL, path, "org.kde.krunner1", krunner_table, object);
}
