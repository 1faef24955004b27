// SPDX-License-Identifier: Apache-2.0

#include "CGsfInput.h"

#include <errno.h>
#include <gsf/gsf-input-impl.h>
#include <gsf/gsf-input.h>
#include <string.h>
#include <unistd.h>

/// libgsf reads streams in sectors of 512 bytes. A system call for each took most of the time.
enum { WINDOW_SIZE = 16 << 10 };

typedef struct {
  GsfInput base;
  int descriptor;
  /// The bytes that were read last, from window_start.
  guint8 *window;
  size_t capacity;
  size_t window_count;
  gsf_off_t window_start;
} DescriptorInput;

typedef struct {
  GsfInputClass base;
} DescriptorInputClass;

static GType descriptor_input_get_type(void);
G_DEFINE_TYPE(DescriptorInput, descriptor_input, GSF_INPUT_TYPE)

void *gsf_input_descriptor_new(int descriptor, int64_t size) {
  DescriptorInput *input = g_object_new(descriptor_input_get_type(), NULL);
  input->descriptor = descriptor;
  gsf_input_set_size(GSF_INPUT(input), size);
  return input;
}

static GsfInput *duplicate(GsfInput *source, GError **error) {
  (void)error;
  return gsf_input_descriptor_new(((DescriptorInput *)source)->descriptor, gsf_input_size(source));
}

/// Returns whether all bytes could be read.
static gboolean read_all(DescriptorInput *input, gsf_off_t offset, size_t wanted, guint8 *buffer) {
  for (size_t done = 0; done < wanted;) {
    const ssize_t count = pread(input->descriptor, buffer + done, wanted - done, offset + done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return FALSE;
    done += count;
  }
  return TRUE;
}

/// Reads a window that begins with the wanted bytes. Returns whether all of them could be read.
static gboolean move_window(DescriptorInput *input, gsf_off_t offset, size_t wanted) {
  const gsf_off_t rest = gsf_input_size(&input->base) - offset;
  const size_t count = rest > WINDOW_SIZE ? WINDOW_SIZE : rest;
  input->window_count = 0;
  if (input->capacity < MAX(wanted, WINDOW_SIZE)) {
    guint8 *larger = g_try_realloc(input->window, MAX(wanted, WINDOW_SIZE));
    if (!larger)
      return FALSE;
    input->window = larger;
    input->capacity = MAX(wanted, WINDOW_SIZE);
  }
  if (!read_all(input, offset, MAX(wanted, count), input->window))
    return FALSE;
  input->window_start = offset;
  input->window_count = MAX(wanted, count);
  return TRUE;
}

/// Returns NULL unless all bytes can be read. libgsf keeps the position, and never asks beyond the end. Without a buffer, the result is valid
/// until the next call.
static const guint8 *read_bytes(GsfInput *source, size_t wanted, guint8 *buffer) {
  DescriptorInput *input = (DescriptorInput *)source;
  const gsf_off_t offset = source->cur_offset;
  if (buffer && wanted >= WINDOW_SIZE)
    return read_all(input, offset, wanted, buffer) ? buffer : NULL;
  const gboolean is_inside =
      offset >= input->window_start && offset + (gsf_off_t)wanted <= input->window_start + (gsf_off_t)input->window_count;
  if (!is_inside && !move_window(input, offset, wanted))
    return NULL;
  const guint8 *bytes = input->window + (offset - input->window_start);
  return buffer ? memcpy(buffer, bytes, wanted) : bytes;
}

/// Returns whether the seek failed.
static gboolean seek(GsfInput *source, gsf_off_t offset, GSeekType origin) {
  (void)source, (void)offset, (void)origin;
  return FALSE;
}

static void finalize(GObject *object) {
  g_free(((DescriptorInput *)object)->window);
  G_OBJECT_CLASS(descriptor_input_parent_class)->finalize(object);
}

static void descriptor_input_init(DescriptorInput *input) { input->descriptor = -1; }

static void descriptor_input_class_init(DescriptorInputClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
  class->base.Dup = duplicate;
  class->base.Read = read_bytes;
  class->base.Seek = seek;
}
