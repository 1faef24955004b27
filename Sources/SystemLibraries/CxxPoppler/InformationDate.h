// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string>

/// Parses a date such as `D:20140701153850+02'00'`; everything after the year may be missing.
///
/// Returns `false` if `text` is not a date or the date does not exist in the calendar. Otherwise
/// sets `seconds` to the seconds since 1970.
bool parseInformationDate(const std::string &text, int64_t &seconds);
