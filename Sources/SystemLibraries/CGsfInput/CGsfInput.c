#include "CGsfInput.h"

#include <errno.h>
#include <gsf/gsf-input-impl.h>
#include <gsf/gsf-input.h>
#include <unistd.h>

typedef struct {
  GsfInput base;
  int descriptor;
  guint8 *buffer;
  size_t capacity;
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

/// Returns NULL unless all bytes can be read. libgsf keeps the position, and never asks beyond the end.
static const guint8 *read_bytes(GsfInput *source, size_t wanted, guint8 *buffer) {
  DescriptorInput *input = (DescriptorInput *)source;
  if (!buffer) {
    if (input->capacity < wanted) {
      guint8 *larger = g_try_realloc(input->buffer, wanted);
      if (!larger)
        return NULL;
      input->buffer = larger;
      input->capacity = wanted;
    }
    buffer = input->buffer;
  }
  for (size_t done = 0; done < wanted;) {
    const ssize_t count = pread(input->descriptor, buffer + done, wanted - done, source->cur_offset + done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return NULL;
    done += count;
  }
  return buffer;
}

/// Returns whether the seek failed.
static gboolean seek(GsfInput *source, gsf_off_t offset, GSeekType origin) {
  (void)source, (void)offset, (void)origin;
  return FALSE;
}

static void finalize(GObject *object) {
  g_free(((DescriptorInput *)object)->buffer);
  G_OBJECT_CLASS(descriptor_input_parent_class)->finalize(object);
}

static void descriptor_input_init(DescriptorInput *input) { input->descriptor = -1; }

static void descriptor_input_class_init(DescriptorInputClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
  class->base.Dup = duplicate;
  class->base.Read = read_bytes;
  class->base.Seek = seek;
}
