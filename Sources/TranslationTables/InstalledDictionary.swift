// SPDX-License-Identifier: Apache-2.0

package import SystemPlatform

/// A dictionary of FreeDict from some language into English, as the Debian packages `dict-freedict-…-eng` install it for dictd(8).
package struct InstalledDictionary: Equatable, Sendable {
  /// ISO 639-3 code of the language.
  package let language: String
  package let index: Path
  package let definitions: Path

  /// The dictionaries in a folder, in the order of their languages.
  ///
  /// - Returns: None if there is no such folder.
  package static func all(in folder: Path) throws(SystemError) -> [InstalledDictionary] {
    let names: [FileName]
    do throws(SystemError) {
      names = try Directory.names(in: folder)
    } catch {
      if error.code.isMissing { return [] }
      throw error
    }
    return names.compactMap { name in
      guard name.text.hasPrefix(prefix), name.text.hasSuffix(suffix) else { return nil }
      let language = name.text.dropFirst(prefix.count).dropLast(suffix.count)
      guard language.utf8.count == 3, language.utf8.allSatisfy({ $0 &- 0x61 < 26 }) else { return nil }
      let path = "\(folder.text)/\(prefix)\(language)-eng"
      return InstalledDictionary(language: String(language), index: Path("\(path).index"), definitions: Path("\(path).dict.dz"))
    }
    .sorted { $0.language < $1.language }
  }

  private static let prefix = "freedict-"
  private static let suffix = "-eng.index"

  /// Where Debian's packages install dictionaries. `SEARCHLIGHT_DICTIONARIES` names another folder, or none if it is empty.
  package static var installedFolder: Path? {
    guard let chosen = ProcessFacts.variable("SEARCHLIGHT_DICTIONARIES") else { return Path("/usr/share/dictd") }
    return chosen.isEmpty ? nil : Path(chosen)
  }

  /// Differs after the dictionary was replaced.
  package func state() throws(SystemError) -> UInt64 {
    var state: UInt64 = TranslationTable.version
    for path in [index, definitions] {
      let file = try ReadableFile(path)
      for number in [UInt64(bitPattern: file.modified), UInt64(file.byteCount)] {
        state = (state ^ number) &* 0x9E37_79B9_7F4A_7C15 ^ state >> 29
      }
    }
    return state
  }
}
