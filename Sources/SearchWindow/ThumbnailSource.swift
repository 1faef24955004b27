// SPDX-License-Identifier: Apache-2.0

/// The thumbnail of a file that another program has made, by the thumbnail specification of freedesktop.org. Nothing here makes thumbnails: no
/// file is parsed in the process of the window.
package struct ThumbnailSource: Hashable, Sendable {
  /// The URL of the file.
  package let url: String
  /// When the file was last changed, in whole seconds since 1970.
  package let modified: Int

  package init(url: String, modified: Int) { (self.url, self.modified) = (url, modified) }

  /// The folders of sizes, the most suitable for a preview first.
  private static let sizes = ["x-large", "large", "xx-large", "normal"]

  /// The paths at which the thumbnail may be.
  ///
  /// - Parameters:
  ///   - cache: `$XDG_CACHE_HOME`.
  ///   - digest: MD5 of ``url``, in lowercase hexadecimal digits.
  package func paths(in cache: String, digest: String) -> [String] { Self.sizes.map { "\(cache)/thumbnails/\($0)/\(digest).png" } }

  /// Whether an image is the thumbnail of the file as it is now: programs remove no thumbnails of files that have changed.
  ///
  /// - Parameter text: The value of a text in the PNG file; `nil` if it has none with this key.
  package func matches(_ text: (_ key: String) -> String?) -> Bool {
    text("Thumb::URI") == url && text("Thumb::MTime").flatMap { Int($0.prefix { $0 != "." }) } == modified
  }
}
