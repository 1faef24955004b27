// SPDX-License-Identifier: Apache-2.0

#include "InformationDate.h"

#include <cstdio>
#include <cstring>
#include <ctime>

namespace {

/// The fields of a date as written.
struct Fields {
  int year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0;
  char zone = 0;
  int zoneHours = 0, zoneMinutes = 0;
};

bool read(const char *text, Fields &fields) {
  if (std::strncmp(text, "D:", 2) == 0)
    text += 2;
  const int count = std::sscanf(
      text, "%4d%2d%2d%2d%2d%2d%c%2d%*c%2d", &fields.year, &fields.month, &fields.day, &fields.hour, &fields.minute, &fields.second,
      &fields.zone, &fields.zoneHours, &fields.zoneMinutes);
  if (count < 1)
    return false;
  // Distiller 3 writes the years since 1900 after the century: 19100 instead of 2000.
  if (fields.year < 1930 && std::strlen(text) > 14) {
    int century, years;
    if (std::sscanf(
            text, "%2d%3d%2d%2d%2d%2d%2d", &century, &years, &fields.month, &fields.day, &fields.hour, &fields.minute, &fields.second)
        != 7)
      return false;
    fields.year = century * 100 + years;
  }
  return fields.year >= 1 && fields.year <= 9999;
}

} // namespace

bool parseInformationDate(const std::string &text, int64_t &seconds) {
  std::string ascii;
  for (const char byte : text)
    if (static_cast<unsigned char>(byte) < 0x80)
      ascii += byte;
  Fields fields;
  if (!read(ascii.c_str(), fields))
    return false;
  tm date = {};
  date.tm_year = fields.year - 1900;
  date.tm_mon = fields.month - 1;
  date.tm_mday = fields.day;
  date.tm_hour = fields.hour;
  date.tm_min = fields.minute;
  date.tm_sec = fields.second;
  // `timegm` normalizes dates, for example April 31 to May 1. A date that it changes does not
  // exist.
  const tm wanted = date;
  seconds = timegm(&date);
  if (date.tm_mon != wanted.tm_mon || date.tm_mday != wanted.tm_mday || date.tm_hour != wanted.tm_hour || date.tm_min != wanted.tm_min
      || date.tm_sec != wanted.tm_sec)
    return false;
  const int64_t offset = 3600 * static_cast<int64_t>(fields.zoneHours) + 60 * fields.zoneMinutes;
  if (fields.zone == '+')
    seconds -= offset;
  else if (fields.zone == '-')
    seconds += offset;
  return true;
}
