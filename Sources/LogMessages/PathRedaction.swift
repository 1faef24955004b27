// SPDX-License-Identifier: Apache-2.0

/// Replaces private paths in messages, such as `<private 3f2a91c4.pdf>`.
///
/// The number is the same for the same path while the process runs, so that messages about one file
/// can be seen to belong together. It is a hash of the path and a random seed: without the seed,
/// nobody can tell whether a number is that of a path they have guessed.
///
/// The extension tells which importer is at work. It is shown only if it is that of a known type,
/// because what follows the full stop in `jane.doe` is part of a name.
package struct PathRedaction: Sendable {
  private let seed: [UInt64]
  private let isKnownExtension: @Sendable (String) -> Bool

  /// No extension of a usual type of file is longer.
  private static let maximumExtensionLength = 12

  /// Draws a seed.
  ///
  /// - Parameter isKnownExtension: Whether an extension in lower case, without its full stop, is
  ///   that of a type of files.
  package init(isKnownExtension: @escaping @Sendable (String) -> Bool) {
    var generator = SystemRandomNumberGenerator()
    seed = [generator.next(), generator.next()]
    self.isKnownExtension = isKnownExtension
  }

  package func replacement(for path: [UInt8]) -> String {
    // SipHash with a key of the process.
    var hasher = Hasher()
    hasher.combine(seed)
    hasher.combine(path)
    let digits = String(UInt32(truncatingIfNeeded: hasher.finalize()), radix: 16)
    let number = String(repeating: "0", count: 8 - digits.utf8.count) + digits
    return "<private \(number)\(plainExtension(of: path).map { ".\($0)" } ?? "")>"
  }

  /// The extension of the path's last component, in lower case; `nil` if it has none that tells only
  /// a type.
  private func plainExtension(of path: [UInt8]) -> String? {
    let name = path.split(separator: UInt8(ascii: "/")).last ?? []
    guard let stop = name.lastIndex(of: UInt8(ascii: ".")), stop > name.startIndex else { return nil }
    let letters = name[(stop + 1)...]
    guard (1...Self.maximumExtensionLength).contains(letters.count), letters.allSatisfy(\.isLetterOrDigit) else { return nil }
    let text = String(decoding: letters, as: UTF8.self).lowercased()
    return isKnownExtension(text) ? text : nil
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit.
  fileprivate var isLetterOrDigit: Bool { (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 }
}
