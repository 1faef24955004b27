// SPDX-License-Identifier: Apache-2.0

#include <gmime/gmime.h>
#include <stdbool.h>

// GObject's casts and tests of types are macros, which Swift does not import.

static inline bool gmime_is_part(GMimeObject *object) { return GMIME_IS_PART(object); }
static inline bool gmime_is_multipart(GMimeObject *object) { return GMIME_IS_MULTIPART(object); }
static inline bool gmime_is_message_part(GMimeObject *object) { return GMIME_IS_MESSAGE_PART(object); }
static inline GMimePart *gmime_part(GMimeObject *object) { return GMIME_PART(object); }
static inline GMimeMultipart *gmime_multipart(GMimeObject *object) { return GMIME_MULTIPART(object); }
static inline GMimeMessagePart *gmime_message_part(GMimeObject *object) { return GMIME_MESSAGE_PART(object); }
static inline GMimeObject *gmime_object(GMimeMessage *message) { return GMIME_OBJECT(message); }

/// The address of a mailbox, or NULL for a group.
static inline const char *gmime_mailbox_address(InternetAddress *address) {
  return INTERNET_ADDRESS_IS_MAILBOX(address) ? internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(address)) : NULL;
}

/// The members of a group, or NULL for a mailbox.
static inline InternetAddressList *gmime_group_members(InternetAddress *address) {
  return INTERNET_ADDRESS_IS_GROUP(address) ? internet_address_group_get_members(INTERNET_ADDRESS_GROUP(address)) : NULL;
}

/// A stream that does not close the descriptor.
static inline GMimeStream *gmime_descriptor_stream(int descriptor, int64_t size) {
  GMimeStream *stream = g_mime_stream_fs_new_with_bounds(descriptor, 0, size);
  g_mime_stream_fs_set_owner(GMIME_STREAM_FS(stream), FALSE);
  return stream;
}

/// A stream of the content of a part, without its transfer encoding and in UTF-8, or NULL if it has no content. A character
/// set that the system does not know is left as it is.
static inline GMimeStream *gmime_content_stream(GMimePart *part, const char *charset) {
  GMimeDataWrapper *content = g_mime_part_get_content(part);
  GMimeStream *raw = content ? g_mime_data_wrapper_get_stream(content) : NULL;
  if (!raw)
    return NULL;
  g_mime_stream_reset(raw);
  GMimeStream *stream = g_mime_stream_filter_new(raw);
  GMimeFilter *filters[] = {
      g_mime_filter_basic_new(g_mime_data_wrapper_get_encoding(content), FALSE),
      charset ? g_mime_filter_charset_new(charset, "UTF-8") : NULL,
  };
  for (int index = 0; index < 2; index++) {
    if (!filters[index])
      continue;
    g_mime_stream_filter_add(GMIME_STREAM_FILTER(stream), filters[index]);
    g_object_unref(filters[index]);
  }
  return stream;
}
