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
  /// The open components, such as an alarm in an event.
  private var components: [String] = []
  private var organizers: [String] = []
  private var attendees: [String] = []
  private var keywords: [String] = []
  private var values: [String: CardLines.Line] = [:]

  private static let entries: Set = ["VEVENT", "VTODO", "VJOURNAL"]

  func take(_ line: CardLines.Line) {
    switch line.name {
    case "BEGIN":
      guard components.count < 16 else { return }
      components.append(line.rawValue.uppercased())
      if Self.entries.contains(components[components.count - 1]) { entryCount += 1 }
    case "END": _ = components.popLast()
    case "X-WR-CALNAME", "NAME": if components.count == 1 { name = name ?? line.value.oneLine }
    default: if let last = components.last, Self.entries.contains(last) { takeProperty(line) }
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
    attributes.endDate = date("DTEND")
    attributes.dueDate = date("DUE")
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

  /// The point in time of a property: `20140701`, `20140701T133850` in a zone, or the same with
  /// `Z`.
  private func date(_ name: String) -> Date? {
    guard let line = values[name], let match = line.rawValue.wholeMatch(of: /(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?/)?.output
    else {
      return nil
    }
    let time = match.4.map { "T\($0):\(match.5 ?? ""):\(match.6 ?? "")\(match.7 ?? "")" } ?? ""
    guard let date = Date(documentDate: "\(match.1)-\(match.2)-\(match.3)\(time)") else { return nil }
    guard match.7?.isEmpty != false, let zone = line.parameters["TZID"].flatMap({ TimeZone(identifier: $0) }) else { return date }
    // The text was taken for local time.
    return date.addingTimeInterval(TimeInterval(TimeZone.current.secondsFromGMT(for: date) - zone.secondsFromGMT(for: date)))
  }
}
