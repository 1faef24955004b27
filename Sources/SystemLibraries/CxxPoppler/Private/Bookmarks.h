// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <Object.h>

#include <functional>
#include <string>

/// Calls `body` with the title of each bookmark below `outline`, in reading order and in the encodings of text strings.
void forEachBookmark(const Object &outline, const std::function<void(const std::string &)> &body);
