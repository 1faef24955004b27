// SPDX-License-Identifier: Apache-2.0

#include <libxml/xmlversion.h>
// As in CLibXML2: without this, the headers of ICU would conflict with those of Foundation.
#undef LIBXML_ICU_ENABLED
#include <gsf/gsf-doc-meta-data.h>
#include <gsf/gsf-docprop-vector.h>
#include <gsf/gsf-infile-msole.h>
#include <gsf/gsf-infile.h>
#include <gsf/gsf-input.h>
#include <gsf/gsf-meta-names.h>
#include <gsf/gsf-msole-utils.h>
#include <gsf/gsf-timestamp.h>
#include <gsf/gsf-utils.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// GObject's casts and tests of types are macros, which Swift does not import.

/// Reads a property set into `properties`.
static inline void gsf_read_properties(GsfDocMetaData *properties, GsfInput *stream) {
  GError *error = gsf_doc_meta_data_read_from_msole(properties, stream);
  if (error)
    g_error_free(error);
}

static inline const GValue *gsf_property(const GsfDocMetaData *properties, const char *name) {
  GsfDocProp *property = gsf_doc_meta_data_lookup(properties, name);
  return property ? gsf_doc_prop_get_val(property) : NULL;
}

/// The text of a property, to be freed with `g_free`, or NULL.
static inline char *gsf_property_text(const GsfDocMetaData *properties, const char *name) {
  const GValue *value = gsf_property(properties, name);
  if (!value)
    return NULL;
  if (G_VALUE_HOLDS_STRING(value))
    return g_value_dup_string(value);
  return VAL_IS_GSF_DOCPROP_VECTOR(value) ? gsf_docprop_vector_as_string(gsf_value_get_docprop_vector(value)) : NULL;
}

/// A function that gets the name and the text of a property.
typedef void (*gsf_property_reader)(const char *name, const char *text, void *context);

struct gsf_property_visit {
  gsf_property_reader reader;
  void *context;
};

static inline void gsf_visit_property(const char *name, GsfDocProp *property, struct gsf_property_visit *visit) {
  const GValue *value = gsf_doc_prop_get_val(property);
  // Names that libgsf gives itself have a prefix.
  if (!value || strchr(name, ':'))
    return;
  if (G_VALUE_HOLDS_STRING(value) && g_value_get_string(value)) {
    visit->reader(name, g_value_get_string(value), visit->context);
  } else if (G_VALUE_HOLDS_INT(value)) {
    char text[16];
    snprintf(text, sizeof text, "%d", g_value_get_int(value));
    visit->reader(name, text, visit->context);
  }
}

/// Calls `reader` with each property that the author of the document has defined, and `context`.
static inline void gsf_read_own_properties(const GsfDocMetaData *properties, gsf_property_reader reader, void *context) {
  struct gsf_property_visit visit = {reader, context};
  gsf_doc_meta_data_foreach(properties, (GHFunc)gsf_visit_property, &visit);
}

/// The number of a property, or 0.
static inline int gsf_property_number(const GsfDocMetaData *properties, const char *name) {
  const GValue *value = gsf_property(properties, name);
  return value && G_VALUE_HOLDS_INT(value) ? g_value_get_int(value) : 0;
}

/// The date of a property in seconds since 1970, or 0.
static inline int64_t gsf_property_time(const GsfDocMetaData *properties, const char *name) {
  const GValue *value = gsf_property(properties, name);
  return value && VAL_IS_GSF_TIMESTAMP(value) ? ((const GsfTimestamp *)g_value_get_boxed(value))->timet : 0;
}
