// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>

/// Watches an open directory. Its path may lead to another one by now, so none is used.
///
/// Without /proc, the calling thread loses its working folder, and keeps it apart from that of the process.
/// Returns a watch descriptor, or -1 with errno. inotify_add_watch(2)
int watch_directory(int queue, int directory, uint32_t mask);
