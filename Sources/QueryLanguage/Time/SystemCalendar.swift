// SPDX-License-Identifier: Apache-2.0

package import Attributes
import Glibc
import Synchronization

/// The calendar of the process's environment: time zone (`TZ`, `/etc/localtime`) and locale
/// (`LC_ALL`, `LC_TIME`, `LANG`).
///
/// They are read lazily, because most queries have no date and reading them opens ten files.
package final class SystemCalendar: LocalCalendar {
  private struct Habits {
    let firstWeekday: Int
    let dateOrder: DateOrder
  }

  private let cachedHabits = Mutex<Habits?>(nil)

  package init() {}

  package var firstWeekday: Int { habits.firstWeekday }
  package var dateOrder: DateOrder { habits.dateOrder }

  private var habits: Habits {
    cachedHabits.withLock { cached in
      if let cached { return cached }
      tzset()
      let habits = Self.readHabits()
      cached = habits
      return habits
    }
  }

  /// The conventions of the environment's locale. Does not depend on `setlocale` or change its
  /// setting.
  private static func readHabits() -> Habits {
    guard let locale = newlocale(LC_TIME_MASK, "", nil) else {
      // If the locale in the environment is not installed, use those of the "C" locale.
      return Habits(firstWeekday: 0, dateOrder: .monthDayYear)
    }
    defer { freelocale(locale) }
    let first = byte(item(_NL_TIME_FIRST_WEEKDAY), locale)
    // Weekdays are relative to this date: 19971130 was a Sunday, 19971201 a Monday. The value is
    // the number itself, not a pointer to it.
    let origin = UInt(bitPattern: nl_langinfo_l(item(_NL_TIME_WEEK_1STDAY), locale))
    let shift = UInt32(truncatingIfNeeded: origin) == 19_971_201 ? 1 : 0
    return Habits(
      firstWeekday: (Int(first) + 6 + shift) % 7,
      dateOrder: nl_langinfo_l(item(D_FMT), locale).map { DateOrder(format: String(cString: $0)) } ?? .monthDayYear)
  }

  private static func item(_ item: some BinaryInteger) -> nl_item { nl_item(item) }

  /// The first byte of an item; 1 if the item is empty.
  private static func byte(_ item: nl_item, _ locale: locale_t) -> UInt8 {
    guard let text = nl_langinfo_l(item, locale), text.pointee != 0 else { return 1 }
    return UInt8(bitPattern: text.pointee)
  }

  package func civilTime(at instant: Timestamp) -> CivilTime {
    // Initialises the time zone.
    _ = habits
    let seconds = Int(instant.secondsSince1970.rounded(.down))
    var time = time_t(seconds)
    var fields = tm()
    guard localtime_r(&time, &fields) != nil else { return CivilTime(secondsSince1970AsUTC: seconds) }
    return CivilTime(
      year: Int(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday), hour: Int(fields.tm_hour),
      minute: Int(fields.tm_min), second: Int(fields.tm_sec))
  }

  package func instant(of civil: CivilTime) -> Timestamp {
    _ = habits
    var fields = tm()
    fields.tm_year = Int32(clamping: civil.year - 1900)
    fields.tm_mon = Int32(clamping: civil.month - 1)
    fields.tm_mday = Int32(clamping: civil.day)
    fields.tm_hour = Int32(clamping: civil.hour)
    fields.tm_min = Int32(clamping: civil.minute)
    fields.tm_sec = Int32(clamping: civil.second)
    fields.tm_isdst = -1
    // The result -1 is an error or the last second of 1969. In case of an error, the weekday does
    // not change.
    fields.tm_wday = -1
    let time = mktime(&fields)
    return Timestamp(unixSeconds: time == -1 && fields.tm_wday == -1 ? Int64(civil.secondsSince1970AsUTC) : Int64(time))
  }
}
