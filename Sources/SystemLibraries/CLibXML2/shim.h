#include <libxml/xmlversion.h>
// Debian's library converts with ICU and its headers include ICU's, which contradict those of the ICU that Foundation brings along. What
// this leaves out is the last fields of a structure that only the library allocates.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
