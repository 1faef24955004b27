// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A playlist of lines that are paths or URLs. Others begin with `#`.
struct M3UReader: LineReader {
  private(set) var title: String?

  mutating func text(of line: Substring) -> String? {
    guard line.hasPrefix("#") else { return line.isEmpty ? nil : line.readableLocation }
    if line.hasPrefix("#PLAYLIST:") { title = String(line.dropFirst("#PLAYLIST:".count)) }
    // `#EXTINF:123,Artist - Title`
    guard line.hasPrefix("#EXTINF:"), let comma = line.firstIndex(of: ",") else { return nil }
    return String(line[line.index(after: comma)...])
  }
}

/// A playlist of keys and values: `File1=…`, `Title1=…`.
struct PLSReader: LineReader {
  private(set) var title: String?

  mutating func text(of line: Substring) -> String? {
    guard let sign = line.firstIndex(of: "=") else { return nil }
    let key = line[..<sign].lowercased()
    let value = line[line.index(after: sign)...]
    if key == "x-gnome-title" { title = String(value) }
    if key.hasPrefix("title") { return String(value) }
    return key.hasPrefix("file") ? value.readableLocation : nil
  }
}

extension StringProtocol {
  /// A path, or a URL with its escaped characters as people read them.
  var readableLocation: String { contains("://") ? removingPercentEncoding ?? String(self) : String(self) }
}
