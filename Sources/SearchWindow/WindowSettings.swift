// SPDX-License-Identifier: Apache-2.0

package import CommandLine

/// The setting of the window in searchlight.conf(5).
package struct WindowSettings: Hashable, Sendable {
  /// Whether the program stays when its window is closed, so that the next call shows it at once.
  package var staysHidden = true

  /// Reads the file as it is now. A file that cannot be read is one without the setting: `mds` and `mdutil` report what is wrong with it.
  package init(_ environment: ToolEnvironment) {
    let bytes = (try? environment.configurationFile()).flatMap { try? SmallFile.read(Array($0.utf8)) }
    self.init(parsing: String(decoding: bytes ?? [], as: UTF8.self))
  }

  init(parsing text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.drop(while: \.isWhitespace) }
      guard parts.count == 2, parts[0].prefix(while: { !$0.isWhitespace }) == "window-stays" else { continue }
      // As the daemon reads it, the last line counts.
      staysHidden = parts[1].prefix { !$0.isWhitespace } != "no"
    }
  }
}
