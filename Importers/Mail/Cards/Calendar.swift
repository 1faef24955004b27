// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

/// The events and tasks of a calendar file. A file of one entry gets its attributes; one of several
/// gets the name of the calendar.
final class Calendar: CardList {
  private(set) var texts: [String] = []
  private var name: String?
  private var entryCount = 0
  private var isTask = false
  /// The open components, such as an alarm in an event.
  private var components: [String] = []
  private var organizers: [String] = []
  private var attendees: [String] = []
  private var keywords: [String] = []
  private var values: [String: CardLines.Line] = [:]
  private var zones = CalendarZones()

  private static let entries: Set = ["VEVENT", "VTODO", "VJOURNAL"]

  func take(_ line: CardLines.Line) {
    switch line.name {
    case "BEGIN":
      guard components.count < 16 else { return }
      components.append(line.rawValue.uppercased())
      zones.begin(components[components.count - 1])
      if Self.entries.contains(components[components.count - 1]) {
        entryCount += 1
        isTask = components[components.count - 1] == "VTODO"
      }
    case "END": _ = components.popLast()
    case "X-WR-CALNAME", "NAME":
      guard components.count == 1 else { return }
      name = name ?? line.value.oneLine
      texts.append(line.value)
    case "X-WR-CALDESC": texts.append(line.value)
    default:
      guard let last = components.last else { return }
      if Self.entries.contains(last) { takeProperty(line) } else { zones.take(line, of: last) }
    }
  }

  private func takeProperty(_ line: CardLines.Line) {
    switch line.name {
    case "SUMMARY", "LOCATION", "DESCRIPTION", "COMMENT", "CONTACT": texts.append(line.value)
    case "CATEGORIES":
      for word in line.parts(separatedBy: ",") { keywords.appendNew(word.oneLine) }
      texts.append(line.value)
    case "ORGANIZER", "ATTENDEE":
      let address = line.rawValue.lowercased().hasPrefix("mailto:") ? String(line.rawValue.dropFirst(7)) : line.rawValue
      let person = line.parameters["CN"] ?? address
      if line.name == "ORGANIZER" { organizers.appendNew(person) } else { attendees.appendNew(person) }
      texts.append("\(person) \(address)")
    case "URL", "CONFERENCE", "ATTACH", "RESOURCES": takeLink(line)
    case "X-APPLE-STRUCTURED-LOCATION": if let title = line.parameters["X-TITLE"] { texts.append(title) }
    default: break
    }
    if entryCount == 1, values.count < 64 { values[line.name] = values[line.name] ?? line }
  }

  /// Takes an address, with the name of what is there. Parts of a message that contains the calendar have no address.
  private func takeLink(_ line: CardLines.Line) {
    let name = ["LABEL", "FILENAME", "X-FILENAME", "X-APPLE-FILENAME"].compactMap { line.parameters[$0] }.first
    let address = line.rawValue.lowercased().hasPrefix("cid:") ? "" : line.value
    let text = [name ?? "", address].filter { !$0.isEmpty }.joined(separator: " ")
    if !text.isEmpty { texts.append(text) }
  }

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    attributes.title = name
    attributes.keywords = keywords.nonEmpty
    guard entryCount == 1 else { return }
    attributes.title = values["SUMMARY"]?.value.oneLine ?? name
    attributes.contentDescription = values["DESCRIPTION"]?.value
    attributes.namedLocation = values["LOCATION"]?.value.oneLine
    attributes.identifier = values["UID"]?.value.oneLine
    attributes.authorNames = organizers.nonEmpty
    attributes.participants = attendees.nonEmpty
    attributes.startDate = date("DTSTART")
    attributes.endDate = date("DTEND") ?? (isTask ? nil : dateAfterDuration)
    attributes.dueDate = date("DUE") ?? (isTask ? dateAfterDuration : nil)
    attributes.completionDate = date("COMPLETED")
    attributes.contentCreationDate = date("CREATED")
    attributes.contentModificationDate = date("LAST-MODIFIED")
    if let start = values["DTSTART"] { attributes.allDay = start.rawValue.count == 8 ? 1 : 0 }
    let position = values["GEO"]?.parts.compactMap { Double($0) } ?? []
    if position.count == 2, abs(position[0]) <= 90, abs(position[1]) <= 180 {
      attributes.latitude = position[0] as NSNumber
      attributes.longitude = position[1] as NSNumber
    }
  }

  /// The point in time of a property; `nil` if it is none.
  private func date(_ name: String) -> Date? { time(name).flatMap { zones.date(of: $0.time, zone: $0.zone) } }

  /// The time of a property, and the name of its zone.
  private func time(_ name: String) -> (time: CalendarTime, zone: String?)? {
    guard let line = values[name] else { return nil }
    if let time = CalendarTime(line.rawValue) { return (time, line.parameters["TZID"]) }
    // Exchange writes colons in names without quotes: `TZID=tzone://Microsoft/Utc:20140701T120000`.
    guard let zone = line.parameters["TZID"], let colon = line.rawValue.lastIndex(of: ":") else { return nil }
    return CalendarTime(String(line.rawValue[line.rawValue.index(after: colon)...])).map { ($0, zone + ":" + line.rawValue[..<colon]) }
  }

  /// The start and the duration of an entry that has no end: `P1DT2H`. Days are those of the calendar, so that an entry ends at the same
  /// time of day.
  private var dateAfterDuration: Date? {
    guard let start = time("DTSTART"), let duration = values["DURATION"].flatMap({ CalendarDuration($0.rawValue) }) else { return nil }
    var time = start.time
    time.seconds += Double(duration.days) * 86_400
    return zones.date(of: time, zone: start.zone)?.addingTimeInterval(Double(duration.seconds))
  }
}
