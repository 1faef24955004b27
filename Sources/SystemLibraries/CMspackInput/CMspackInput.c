// SPDX-License-Identifier: Apache-2.0

#include "CMspackInput.h"

#include <errno.h>
#include <mspack.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  struct mspack_system base;
  int descriptor;
  int64_t size;
  mspack_output output;
  void *context;
} DescriptorSystem;

/// An open file: the descriptor, or the output.
typedef struct {
  DescriptorSystem *system;
  off_t position;
  bool is_output;
} DescriptorFile;

static struct mspack_file *open_file(struct mspack_system *system, const char *name, int mode) {
  (void)name;
  if (mode != MSPACK_SYS_OPEN_READ && mode != MSPACK_SYS_OPEN_WRITE)
    return NULL;
  DescriptorFile *file = calloc(1, sizeof *file);
  if (!file)
    return NULL;
  file->system = (DescriptorSystem *)system;
  file->is_output = mode == MSPACK_SYS_OPEN_WRITE;
  return (struct mspack_file *)file;
}

static void close_file(struct mspack_file *file) { free(file); }

/// The offset of the first byte of the second identifier in compiled help, and what it and that of the first one must be.
enum { IDENTIFIER = 0x28, FIRST_BYTE = 0x11, BYTE_OF_THE_OTHER = 0x10 };

/// Free Pascal's compiler of help writes the first identifier twice. libmspack refuses such files; all others read them.
static void correct_identifier(char *bytes, off_t position, int count) {
  if (position <= IDENTIFIER && IDENTIFIER - position < count && bytes[IDENTIFIER - position] == BYTE_OF_THE_OTHER)
    bytes[IDENTIFIER - position] = FIRST_BYTE;
}

static int read_bytes(struct mspack_file *base, void *buffer, int wanted) {
  DescriptorFile *file = (DescriptorFile *)base;
  if (file->is_output || wanted < 0)
    return -1;
  const int64_t left = file->system->size - file->position;
  const int available = left < wanted ? (int)left : wanted;
  int done = 0;
  while (done < available) {
    const ssize_t count = pread(file->system->descriptor, (char *)buffer + done, available - done, file->position + done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return -1;
    if (count == 0)
      break;
    done += count;
  }
  correct_identifier(buffer, file->position, done);
  file->position += done;
  return done;
}

static int write_bytes(struct mspack_file *base, void *bytes, int count) {
  DescriptorFile *file = (DescriptorFile *)base;
  if (!file->is_output || count < 0 || !file->system->output(file->system->context, bytes, count))
    return -1;
  file->position += count;
  return count;
}

/// Fails beyond the end, as libmspack then knows that the file is damaged.
static int seek_file(struct mspack_file *base, off_t offset, int mode) {
  DescriptorFile *file = (DescriptorFile *)base;
  const off_t start = mode == MSPACK_SYS_SEEK_CUR ? file->position : mode == MSPACK_SYS_SEEK_END ? file->system->size : 0;
  off_t target;
  if (__builtin_add_overflow(start, offset, &target) || target < 0 || target > file->system->size)
    return -1;
  file->position = target;
  return 0;
}

static off_t tell(struct mspack_file *file) { return ((DescriptorFile *)file)->position; }

/// Discards messages, which are for programmers.
static void discard_message(struct mspack_file *file, const char *format, ...) { (void)file, (void)format; }

static void *allocate(struct mspack_system *system, size_t count) {
  (void)system;
  return malloc(count);
}

static void copy(void *source, void *target, size_t count) { memcpy(target, source, count); }

struct mspack_system *mspack_system_new(int descriptor, int64_t size, mspack_output output, void *context) {
  DescriptorSystem *system = calloc(1, sizeof *system);
  if (!system)
    return NULL;
  system->base = (struct mspack_system){
      .open = open_file,
      .close = close_file,
      .read = read_bytes,
      .write = write_bytes,
      .seek = seek_file,
      .tell = tell,
      .message = discard_message,
      .alloc = allocate,
      .free = free,
      .copy = copy,
  };
  system->descriptor = descriptor;
  system->size = size;
  system->output = output;
  system->context = context;
  return &system->base;
}
