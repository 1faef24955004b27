// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CGhostscript.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The functions and constants of <ghostscript/iapi.h> that are used here.
typedef int standard_input(void *handle, char *buffer, int count);
typedef int standard_output(void *handle, const char *bytes, int count);

static struct {
  int (*new_instance)(void **instance, void *handle);
  void (*delete_instance)(void *instance);
  int (*set_stdio)(void *instance, standard_input *input, standard_output *output, standard_output *error);
  int (*set_arg_encoding)(void *instance, int encoding);
  int (*init_with_args)(void *instance, int count, char **arguments);
  int (*run_string_with_length)(void *instance, const char *bytes, unsigned count, int user_errors, int *exit_code);
  int (*exit)(void *instance);
} api;

enum { UTF8_ARGUMENTS = 1 };

struct ghostscript {
  void *instance;
  /// What the library takes for standard output. Devices write to it, although they have a name for the function that replaces it.
  FILE *device;
  ghostscript_input input;
  ghostscript_output output;
  void *context;
  /// Bytes that were read ahead, because the library asks for one at a time.
  char block[1 << 16];
  size_t offset, count;
};

// Held while the library is loaded, and while there is an interpreter.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool find(void *library, const char *name, void *function) {
  void *const address = dlsym(library, name);
  // POSIX guarantees that pointers to functions have the size of other pointers.
  memcpy(function, &address, sizeof address);
  return address != NULL;
}

static bool load(void) {
  void *const library = dlopen("libgs.so.10", RTLD_NOW | RTLD_LOCAL);
  return library && find(library, "gsapi_new_instance", &api.new_instance)
         && find(library, "gsapi_delete_instance", &api.delete_instance) && find(library, "gsapi_set_stdio", &api.set_stdio)
         && find(library, "gsapi_set_arg_encoding", &api.set_arg_encoding)
         && find(library, "gsapi_init_with_args", &api.init_with_args)
         && find(library, "gsapi_run_string_with_length", &api.run_string_with_length) && find(library, "gsapi_exit", &api.exit);
}

bool ghostscript_load(void) {
  static enum { UNKNOWN, MISSING, LOADED } state = UNKNOWN;
  pthread_mutex_lock(&lock);
  if (state == UNKNOWN) state = load() ? LOADED : MISSING;
  pthread_mutex_unlock(&lock);
  return state == LOADED;
}

static int read_input(void *handle, char *buffer, int wanted) {
  struct ghostscript *const interpreter = handle;
  if (interpreter->offset == interpreter->count) {
    interpreter->count = interpreter->input(interpreter->context, interpreter->block, sizeof interpreter->block);
    interpreter->offset = 0;
  }
  int count = 0;
  while (count < wanted && interpreter->offset < interpreter->count) buffer[count++] = interpreter->block[interpreter->offset++];
  return count;
}

// Writes nothing to report an error, as fopencookie(3) demands.
static ssize_t write_output(void *handle, const char *bytes, size_t count) {
  const struct ghostscript *const interpreter = handle;
  return interpreter->output(interpreter->context, bytes, count) ? (ssize_t)count : 0;
}

static int discard(void *handle, const char *bytes, int count) {
  (void)handle, (void)bytes;
  return count;
}

// The library keeps the standard output of this moment.
static bool begin(struct ghostscript *interpreter) {
  FILE *const usual = stdout;
  stdout = interpreter->device;
  const int code = api.new_instance(&interpreter->instance, interpreter);
  stdout = usual;
  return code >= 0;
}

static char *arguments[] = {
    "gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dNOPROMPT",
    // Fonts of the system are of no use for texts, and to list them takes long.
    "-dNOPLATFONTS",
    // UTF-8, in lines.
    "-sDEVICE=txtwrite", "-dTextFormat=3",
    // What the program prints is no part of its pages.
    "-sstdout=%stderr", "-sOutputFile=%stdout",
    // Kilobytes of memory, after which the program gets an error.
    "-K262144"};

static struct ghostscript *create(ghostscript_input input, ghostscript_output output, void *context) {
  struct ghostscript *const interpreter = malloc(sizeof *interpreter);
  if (!interpreter) return NULL;
  // Otherwise the new interpreter would share parts of this one.
  interpreter->instance = NULL;
  interpreter->input = input;
  interpreter->output = output;
  interpreter->context = context;
  interpreter->offset = interpreter->count = 0;
  interpreter->device = fopencookie(interpreter, "w", (cookie_io_functions_t){.write = write_output});
  if (interpreter->device && begin(interpreter)) return interpreter;
  if (interpreter->device) fclose(interpreter->device);
  free(interpreter);
  return NULL;
}

struct ghostscript *ghostscript_start(ghostscript_input input, ghostscript_output output, void *context) {
  pthread_mutex_lock(&lock);
  struct ghostscript *const interpreter = create(input, output, context);
  if (!interpreter) {
    pthread_mutex_unlock(&lock);
    return NULL;
  }
  api.set_stdio(interpreter->instance, read_input, discard, discard);
  api.set_arg_encoding(interpreter->instance, UTF8_ARGUMENTS);
  if (api.init_with_args(interpreter->instance, sizeof arguments / sizeof *arguments, arguments) >= 0) return interpreter;
  ghostscript_stop(interpreter);
  return NULL;
}

int ghostscript_run(struct ghostscript *interpreter, const char *program) {
  int ignored;
  const int code = api.run_string_with_length(interpreter->instance, program, (unsigned)strlen(program), 0, &ignored);
  return code > 0 ? 0 : code;
}

void ghostscript_stop(struct ghostscript *interpreter) {
  api.exit(interpreter->instance);
  api.delete_instance(interpreter->instance);
  fclose(interpreter->device);
  free(interpreter);
  pthread_mutex_unlock(&lock);
}
