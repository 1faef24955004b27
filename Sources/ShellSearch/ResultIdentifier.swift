// SPDX-License-Identifier: Apache-2.0

internal import LogMessages

/// The identifier of a result on the message bus: the URL of a file, or the address of an item. KRunner recognises the same file among the
/// results of other runners by its URL.
package enum ResultIdentifier: Hashable, Sendable {
  /// A file at an absolute path, whose bytes need not be UTF-8.
  case file([UInt8])
  /// An item at an address such as `searchlight://org.example.Recipes/Soups/1`, or a search that a program continues, such as
  /// `searchlight://org.example.Recipes?query=soup`.
  case item(String)

  /// What the address of each item begins with.
  private static let scheme = "searchlight://"
  /// What the identifiers of results begin with that GNOME Shell shows besides the first five.
  private static let specialPrefix = "special:"
  /// Maximum number of bytes of an identifier. That of the longest path the kernel takes is shorter, even if every byte is encoded.
  package static let maximumLength = 16 << 10

  /// - Parameter location: The path of a file, or the address of an item.
  package init(location: [UInt8]) {
    if location.starts(with: Self.scheme.utf8) {
      self = .item(String(decoding: location, as: UTF8.self))
    } else {
      self = .file(location)
    }
  }

  /// - Parameter text: With or without a mark.
  /// - Returns: `nil` if the text is none of both: a file of another computer, a path with NUL, a text of megabytes. That there is such a file or
  ///   item is not checked.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    // Both kinds of URLs are percent-encoded, so that only a mark has this sign.
    var text = String(text.prefix { $0 != "#" })
    if text.hasPrefix(Self.specialPrefix) { text.removeFirst(Self.specialPrefix.count) }
    if text.hasPrefix(Self.scheme) {
      guard text.utf8.count > Self.scheme.utf8.count else { return nil }
      self = .item(text)
    } else {
      guard let path = PercentEncoding.path(ofFileURL: text), path.count > 1, !path.contains(0) else { return nil }
      self = .file(path)
    }
  }

  package var text: String {
    switch self {
    case .file(let path): PercentEncoding.fileURL(ofPath: path)
    case .item(let address): address
    }
  }

  /// The identifier with a mark of what was typed, which differs for each text.
  ///
  /// GNOME Shell keeps the row of an identifier while a person types on, so that the passage of the first letters would stay. With another
  /// identifier, it asks for the row again.
  package func text(for query: ShellQuery) -> String {
    // FNV-1a, 32 bits
    let mark = query.text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return text + "#" + String(mark, radix: 16)
  }

  /// The identifier of a result that GNOME Shell shows besides the first five.
  package var specialText: String { Self.specialPrefix + text }

  /// The path or the address, as indexes know it.
  package var location: [UInt8] {
    switch self {
    case .file(let path): path
    case .item(let address): Array(address.utf8)
    }
  }
}
