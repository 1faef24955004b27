// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Markup

/// Cue sheets of discs: the commands before the first track, which are about the disc.
enum CueSheet {
  static func metadata(in lines: [Substring]) -> TextMetadata {
    var metadata = TextMetadata()
    for line in lines {
      let text = line.trimmingCharacters(in: .whitespaces)
      guard let match = text.wholeMatch(of: /(REM\s+)?([A-Za-z]\w*)\s+(.+)/)?.output else { continue }
      var value = String(match.3)
      if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") { value = String(value.dropFirst().dropLast()) }
      switch match.2.uppercased() {
      case "TRACK": return metadata
      case "FILE", "CDTEXTFILE", "FLAGS", "INDEX": break
      case "TITLE":
        metadata.title = value
        metadata.others.append(("album", value))
      case "PERFORMER": metadata.authors.appendNew(value)
      case "SONGWRITER": metadata.others.append(("composer", value))
      default: metadata.others.append((match.2.lowercased(), value))
      }
    }
    return metadata
  }
}
