// SPDX-License-Identifier: Apache-2.0

#include <archive.h>
#include <archive_entry.h>
