// SPDX-License-Identifier: Apache-2.0

internal import Markup
internal import SystemPlatform

/// Collects the bookmarks of a document in XBEL that programs have marked as used.
///
/// https://www.freedesktop.org/wiki/Specifications/desktop-bookmark-spec
final class BookmarkList: XMLHandler {
  /// Whether the document is one of bookmarks.
  private(set) var isList = false
  /// A line for each bookmark; see ``RecentFilesImporter``.
  private(set) var lines: [String] = []
  private var bookmark: Bookmark?
  private var depth = 0

  /// Desktops keep at most 1,000 entries; the rest of a hostile list is ignored.
  private static let maximumCount = 10_000

  var isFull: Bool { lines.count >= Self.maximumCount }

  private struct Bookmark {
    /// Longer addresses are not those of files.
    static let maximumAddressLength = 16 << 10
    static let maximumCount = 1_000_000_000

    let address: String
    var last: Int?
    var count = 0
    /// Only the programs that it names may show a private bookmark.
    var isPrivate = false

    mutating func note(_ time: Int?) { last = [last, time].compactMap(\.self).max() }

    mutating func note(count more: Int) { count = min(count + min(max(more, 0), Self.maximumCount), Self.maximumCount) }

    /// `nil` if the bookmark is private, was never used, or has no address that fits on a line.
    var line: String? {
      guard !isPrivate, let last, address.hasPrefix("file://"), address.utf8.count <= Self.maximumAddressLength,
        address.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 != 0x7F })
      else { return nil }
      return "\(last) \(max(count, 1)) \(address)"
    }
  }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    defer { depth += 1 }
    switch element {
    case "xbel" where depth == 0: isList = true
    case "bookmark":
      bookmark = Bookmark(address: attributes["href"] ?? "")
      bookmark?.note(attributes["visited"].flatMap(Self.seconds))
    case "application":
      // Earlier versions of GLib wrote the time as a number.
      bookmark?.note(attributes["modified"].flatMap(Self.seconds) ?? attributes["timestamp"].flatMap { Int($0) })
      bookmark?.note(count: attributes["count"].flatMap { Int($0) } ?? 1)
    case "private": bookmark?.isPrivate = true
    default: break
    }
  }

  func end(_ element: String) {
    depth -= 1
    guard element == "bookmark" else { return }
    if let line = bookmark?.line, !isFull { lines.append(line) }
    bookmark = nil
  }

  func add(_ characters: borrowing Span<UInt8>) {}

  /// Seconds since 1970 of a time in UTC such as `2026-11-24T10:42:10.123456Z`; `nil` for other
  /// texts.
  private static func seconds(_ text: String) -> Int? {
    let digits = text.utf8.split(separator: UInt8(ascii: ".")).first?.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard text.last == "Z", let digits, digits.count == 14 else { return nil }
    let numbers = digits.map { Int($0 - UInt8(ascii: "0")) }
    func number(_ range: Range<Int>) -> Int { numbers[range].reduce(0) { $0 * 10 + $1 } }
    let startOfDay = UnixTime.startOfUTCDay(year: number(0..<4), month: number(4..<6), day: number(6..<8))
    return startOfDay + number(8..<10) * 3600 + number(10..<12) * 60 + number(12..<14)
  }
}
