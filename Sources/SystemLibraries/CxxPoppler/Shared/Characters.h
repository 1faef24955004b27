// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>

/// Appends a character in UTF-8. Appends nothing for a number that is not a character.
void appendUTF8(std::string &text, uint32_t character);

/// Whether a character may belong to a right-to-left script, or sets a direction.
bool mayRunLeft(uint32_t character);
