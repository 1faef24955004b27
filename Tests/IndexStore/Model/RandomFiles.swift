// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Attributes

@testable import IndexStore

/// Random files, reproducible by seed. There are few words and few values, so that random queries
/// find something.
struct RandomFiles {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
  /// `true` with a probability of 1 in `times`.
  mutating func chance(_ times: Int) -> Bool { number(below: times) == 0 }
  mutating func element<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

  static let words = [
    "paris", "Paris", "PARIS", "france", "MyWindow", "NSWindow", "window", "zoë", "Zoe\u{308}", "straße", "STRASSE", "naïve", "İzmir",
    "ısı", "ΟΔΟΣ", "οδος", "Ｐａｒｉｓ", "東京都", "京都", "ภาษาไทย", "2024", "v2", "*", "a", "HTTPServer", "re:", "x", "C++", "C#", ".NET", "C",
  ]

  static let types = [
    ContentType(identifier: "public.jpeg", mimeType: "image/jpeg", tree: ["public.jpeg", "public.image"], kind: "JPEG image", group: 13),
    ContentType(identifier: "public.mp3", mimeType: "audio/mpeg", tree: ["public.mp3", "public.audio"], kind: "MP3 audio", group: 10),
    ContentType(identifier: "public.plain-text", mimeType: "text/plain", tree: ["public.plain-text", "public.text"], kind: "", group: nil),
    ContentType(identifier: "public.folder", mimeType: nil, tree: ["public.folder", "public.directory"], kind: "folder", group: 9),
    ContentType(
      identifier: "public.email-message", mimeType: "message/rfc822", tree: ["public.email-message", "public.message"], kind: "mail",
      group: 11),
    ContentType(identifier: "com.adobe.pdf", mimeType: "application/pdf", tree: ["com.adobe.pdf"], kind: "PDF document", group: 11),
  ]

  mutating func type() -> TypeID { TypeID(rawValue: UInt16(number(below: Self.types.count + 1))) }

  mutating func phrase(words count: Int) -> String {
    (0..<count).map { index in
      (index == 0 ? "" : element(of: [" ", " ", "-", "_", ".", ", ", ""])) + element(of: Self.words)
    }.joined()
  }

  // MARK: Entries

  mutating func name() -> [UInt8] {
    var name = bytes(phrase(words: 1 + number(below: 3)))
    if chance(6) { name.insert(UInt8(ascii: "."), at: 0) }
    // A name in Latin-1, as in old archives.
    if chance(5) { name += [0xE9, 0x74, 0xE9] }
    if chance(2) { name += bytes(element(of: [".jpg", ".txt", ".PDF"])) }
    return name
  }

  mutating func entry(inode: UInt64) -> ListedFile {
    let kind: FileStatus.Kind = chance(6) ? .directory : chance(10) ? .symbolicLink : .regular
    return ListedFile(name: name(), status: status(kind, inode: inode), type: .unknown)
  }

  mutating func status(_ kind: FileStatus.Kind, inode: UInt64) -> FileStatus {
    let modified = nanoseconds()
    return FileStatus(
      kind: kind, inode: inode, size: element(of: [0, 1, 100, 4096, 1 << 40]), allocatedBlocks: UInt64(8 * number(below: 3)),
      modified: modified, changed: modified + Int64(inode), born: chance(4) ? 0 : nanoseconds(), userID: element(of: [0, 1000]),
      groupID: element(of: [5, 1000]), mode: Self.modes[Int(inode) % Self.modes.count], linkCount: 1)
  }

  private static let modes: [UInt16] = [0o644, 0o755, 0o600, 0o700, 0o644, 0o640, 0o750, 0o755, 0o070, 0o004, 0o711]

  /// From before 1970 to after 2030, sometimes whole seconds.
  private mutating func nanoseconds() -> Int64 {
    let seconds = element(of: [-86_400, 0, 978_307_200, 1_700_000_000, 1_900_000_000] as [Int64])
    return seconds * 1_000_000_000 + (chance(2) ? 0 : Int64(number(below: 1_000_000_000)))
  }

  // MARK: Content

  mutating func record() -> AttributeRecord {
    var record = AttributeRecord()
    for _ in 0..<number(below: 6) {
      let (name, value) = attribute()
      if let key = AttributeKey(named: name) { record[key] = value }
    }
    for _ in 0..<number(below: 3) {
      let value = chance(2) ? AttributeValue.string(phrase(words: 2)) : .integer(Int64(number(below: 4)))
      record.setCustom(
        element(of: ["com_example_one", "com_example_two", Self.longKey + "1", Self.longKey + "2"]), to: value,
        searchability: element(of: [.notSearchable, .whenNamed, .byDefault]))
    }
    return record
  }

  /// A common prefix of long keys, which differ only after it.
  private static let longKey = "com_example_" + String(repeating: "long_", count: 40)

  private mutating func attribute() -> (String, AttributeValue) {
    switch number(below: 17) {
    case 0, 1: ("title", .string(phrase(words: 3)))
    case 2, 3: ("keywords", .array((0..<number(below: 4)).map { _ in .string(element(of: Self.words)) }))
    case 4: ("authorNames", .array([.string(phrase(words: 2)), .string("Frédéric Chopin")]))
    case 5: ("authors", .array((0..<2).map { _ in .person(person()) }))
    case 7: ("durationSeconds", .number(Double(number(below: 8)) / 4))
    case 8: ("kMDItemScreenCaptureGlobalRect", .array([.number(0.5), .number(Double(number(below: 3)))]))
    case 6: (element(of: ["pixelWidth", "kMDItemFSLabel"]), .integer(Int64(number(below: 8))))
    case 9: ("kMDItemIsScreenCapture", chance(2) ? .boolean(chance(2)) : .integer(1))
    case 10: (element(of: ["contentCreationDate", "contentModificationDate", "lastUsedDate"]), date())
    case 11: ("kMDItemUsedDates", .array([date(), date()]))
    case 12: ("emailHeaders", .dictionary(["Subject": .array([.string(phrase(words: 2))])]))
    case 13: ("thumbnailData", .data([1, 2, 3]))
    case 14: (element(of: ["title", "contentModificationDate", "kMDItemFSLabel"]), element(of: [.null, .array([])]))
    // Longer than the part of a value that an index stores.
    case 15: (element(of: ["title", "comment"]), .string(String(repeating: phrase(words: 2) + ", ", count: 300)))
    // Keys whose values come from the file system instead.
    default: (element(of: ["displayName", "kMDItemFSName", "kMDItemFSSize", "kMDItemKind", "contentType"]), .string(phrase(words: 1)))
    }
  }

  private mutating func person() -> Person {
    Person(displayName: chance(3) ? nil : phrase(words: 2), handles: ["zoe@example.com"], handleIdentifier: "emailAddresses")
  }

  private mutating func date() -> AttributeValue {
    .date(Timestamp(secondsSinceReferenceDate: Double(number(below: 4)) * 86_400.5))
  }

  mutating func text() -> String? { chance(3) ? nil : phrase(words: number(below: 30)) }

  /// The text, divided between random characters.
  mutating func parts(of text: String?) -> [String] {
    guard let text else { return [] }
    var parts = [String.UnicodeScalarView()]
    for scalar in text.unicodeScalars {
      if chance(20) { parts.append(String.UnicodeScalarView()) }
      parts[parts.count - 1].append(scalar)
    }
    return parts.map { String($0) }.filter { !$0.isEmpty }
  }
}
