// SPDX-License-Identifier: Apache-2.0

#include <adwaita.h>
#include <libintl.h>
