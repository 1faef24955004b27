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

/// The number of headers of a message or a part.
static inline int gmime_header_count(GMimeObject *object) { return g_mime_header_list_get_count(g_mime_object_get_header_list(object)); }

/// The name and the undecoded value of a header. Both may be NULL.
static inline const char *gmime_header_name(GMimeObject *object, int index) {
  return g_mime_header_get_name(g_mime_header_list_get_header_at(g_mime_object_get_header_list(object), index));
}
static inline const char *gmime_header_raw_value(GMimeObject *object, int index) {
  return g_mime_header_get_raw_value(g_mime_header_list_get_header_at(g_mime_object_get_header_list(object), index));
}

/// A stream of a part of a file that does not close the descriptor.
static inline GMimeStream *gmime_descriptor_stream(int descriptor, int64_t start, int64_t end) {
  GMimeStream *stream = g_mime_stream_fs_new_with_bounds(descriptor, start, end);
  g_mime_stream_fs_set_owner(GMIME_STREAM_FS(stream), FALSE);
  return stream;
}

/// A stream of the content of a part, without its transfer encoding, or NULL if it has no content.
static inline GMimeStream *gmime_content_stream(GMimePart *part) {
  GMimeDataWrapper *content = g_mime_part_get_content(part);
  GMimeStream *raw = content ? g_mime_data_wrapper_get_stream(content) : NULL;
  if (!raw)
    return NULL;
  g_mime_stream_reset(raw);
  GMimeStream *stream = g_mime_stream_filter_new(raw);
  GMimeFilter *filter = g_mime_filter_basic_new(g_mime_data_wrapper_get_encoding(content), FALSE);
  if (filter) {
    g_mime_stream_filter_add(GMIME_STREAM_FILTER(stream), filter);
    g_object_unref(filter);
  }
  return stream;
}
