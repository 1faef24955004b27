// SPDX-License-Identifier: Apache-2.0

#pragma once

/// The kernel's version of Landlock; 0 if it has none.
int landlock_version(void);

/// Attempts something that a sandboxed process must not do.
///
/// `descriptor` is the file that is being imported, and `argument` is what the act is about: a path,
/// a port. Returns 0 if the attempt succeeded, an errno if it was refused, or -1 for an unknown act.
/// Acts that are killed, or that never end, do not return.
int hostile_act(const char *name, int descriptor, const char *argument);
