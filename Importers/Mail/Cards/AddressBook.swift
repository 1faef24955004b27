// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import ImporterSupport
internal import Markup

/// The contacts of a vCard file. A file of one contact gets its attributes; one of several gets the
/// attributes that are lists.
final class AddressBook: CardList {
  private(set) var texts: [String] = []
  private var names: [String] = []
  /// The name of the present contact, from its parts, and whether it has a name as a whole.
  private var nameInParts = ""
  private var namePartsInOrder: [String] = []
  private var hasFullName = false
  private var emailAddresses: [String] = []
  private var phoneNumbers: [String] = []
  private var messageAddresses: [String] = []
  private var organizations: [String] = []
  private var keywords: [String] = []
  private var places: [[String]] = []
  private var note: String?
  private var identifier: String?
  private var address: String?

  func take(_ line: CardLines.Line) {
    let value = line.value.oneLine
    guard !value.isEmpty else { return }
    switch line.name {
    case "BEGIN":
      (nameInParts, namePartsInOrder, hasFullName) = ("", [], false)
      return
    case "FN":
      names.appendNew(value)
      hasFullName = true
    case "N":
      // Family name, given name, further names, what precedes, what follows.
      let parts = line.parts.map(\.oneLine) + ["", "", "", "", ""]
      namePartsInOrder = [parts[3], parts[1], parts[2], parts[0], parts[4]].filter { !$0.isEmpty }
      nameInParts = namePartsInOrder.joined(separator: " ")
      return
    case "END":
      // The name as a whole may lack titles and further names.
      if hasFullName { return texts += namePartsInOrder.filter { names.last?.contains($0) != true } }
      guard !nameInParts.isEmpty else { return }
      names.appendNew(nameInParts)
      texts.append(nameInParts)
      return
    case "EMAIL": emailAddresses.appendNew(value)
    case "TEL": phoneNumbers.appendNew(value.hasPrefix("tel:") ? String(value.dropFirst(4)) : value)
    case "IMPP", "X-JABBER", "X-ICQ", "X-AIM", "X-SKYPE", "X-TELEGRAM": messageAddresses.appendNew(value)
    case "ORG": organizations.appendNew(line.parts.map(\.oneLine).filter { !$0.isEmpty }.joined(separator: ", "))
    case "ADR": places.append(line.parts.map(\.oneLine))
    case "CATEGORIES": for word in line.parts(separatedBy: ",") { keywords.appendNew(word.oneLine) }
    case "NOTE": note = note ?? line.value
    case "UID": identifier = identifier ?? value
    case "URL": address = address ?? value
    // People who belong to the contact, by name and not by number, and what interests it.
    case "RELATED", "AGENT", "X-ABRELATEDNAMES", "X-SPOUSE", "X-MANAGER", "X-ASSISTANT", "X-EVOLUTION-SPOUSE", "X-EVOLUTION-MANAGER",
      "X-EVOLUTION-ASSISTANT":
      if value.lowercased().hasPrefix("urn:") { return }
    case "NICKNAME", "TITLE", "ROLE", "LABEL", "HOBBY", "INTEREST", "EXPERTISE", "SORT-STRING": break
    // What programs and people add, except for numbers and what programs note for themselves.
    default: guard line.name.hasPrefix("X-"), Self.isForPeople(line.name, value) else { return }
    }
    if line.name != "UID" { texts.append(line.name == "ADR" || line.name == "ORG" ? line.parts.joined(separator: " ").oneLine : value) }
  }

  private static let maximumExtensionLength = 1024
  private static let technicalNames = [
    "X-ABADR", "X-ABSHOWAS", "X-ABUID", "X-ABCROP", "X-IMAGE", "X-EVOLUTION-FILE-AS", "X-EVOLUTION-WEBDAV", "X-MOZILLA-HTML", "X-RADICALE",
    "X-ADDRESSBOOKSERVER-KIND", "X-ADDRESSBOOKSERVER-MEMBER", "X-WP-", "X-CLASS", "X-MS-CARDPICTURE",
  ]

  private static func isForPeople(_ name: String, _ value: String) -> Bool {
    value.utf8.count <= maximumExtensionLength && value.contains(where: \.isLetter) && !value.hasPrefix("_$!<")
      && !value.lowercased().hasPrefix("urn:") && !technicalNames.contains { name.hasPrefix($0) }
  }

  func fill(_ attributes: CSSearchableItemAttributeSet) {
    attributes.contactKeywords = names.nonEmpty
    attributes.emailAddresses = emailAddresses.nonEmpty
    attributes.phoneNumbers = phoneNumbers.nonEmpty
    attributes.instantMessageAddresses = messageAddresses.nonEmpty
    attributes.organizations = organizations.nonEmpty
    attributes.keywords = keywords.nonEmpty
    guard names.count == 1 else { return }
    attributes.title = names.first
    attributes.contentDescription = note
    attributes.identifier = identifier
    if let place = places.first, place.count >= 7 {
      // Post office box, extension, street, city, region, code, country.
      let part = { (index: Int) in place[index].isEmpty ? nil : place[index] }
      attributes.thoroughfare = part(2)
      attributes.city = part(3)
      attributes.stateOrProvince = part(4)
      attributes.postalCode = part(5)
      attributes.country = part(6)
    }
  }
}
