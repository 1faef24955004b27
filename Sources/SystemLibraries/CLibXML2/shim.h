// SPDX-License-Identifier: Apache-2.0

#include <libxml/xmlversion.h>
// Debian's libxml2 uses ICU, and its headers include ICU's, which conflict with the ICU headers
// that Foundation provides. Without this macro, the last fields of one structure are missing; only
// the library allocates it.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
