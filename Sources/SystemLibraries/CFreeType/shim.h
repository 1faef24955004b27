// SPDX-License-Identifier: Apache-2.0

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_BDF_H
#include FT_SFNT_NAMES_H
#include FT_TYPE1_TABLES_H
