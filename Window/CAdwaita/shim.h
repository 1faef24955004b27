// SPDX-License-Identifier: Apache-2.0

// Later versions deprecate functions whose successors Debian 12 does not have.
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2

#include <adwaita.h>
#include <libintl.h>
