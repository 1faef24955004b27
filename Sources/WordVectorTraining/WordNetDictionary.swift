// SPDX-License-Identifier: Apache-2.0

package import SystemPlatform

/// The synsets of WordNet.
package struct WordNetDictionary {
  /// In the order of files and lines.
  let synsets: [WordNetSynset]

  package enum ReadingError: Error {
    case unreadable(SystemError)
    case malformed(file: String, line: Int)
  }

  /// - Parameter folder: Has the files `data.noun`, `data.verb`, `data.adj` and `data.adv`.
  package init(folder: String) throws(ReadingError) {
    var synsets: [WordNetSynset] = []
    for part in WordNetSynset.PartOfSpeech.allCases {
      let path = "\(folder)/\(part.fileName)"
      let bytes: [UInt8]
      do throws(SystemError) { bytes = try ReadableFile.contents(of: Path(path), limit: 1 << 28) } catch { throw .unreadable(error) }
      let text = String(decoding: bytes, as: UTF8.self)
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        // The licence at the beginning is indented.
        if line.isEmpty || line.utf8.first == UInt8(ascii: " ") { continue }
        guard let synset = WordNetSynset(line, part) else { throw .malformed(file: path, line: number + 1) }
        synsets.append(synset)
      }
    }
    self.synsets = synsets
  }
}
