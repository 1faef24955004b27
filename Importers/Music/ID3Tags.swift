// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The ID3v2 tags at the start of a file, usually one, before data of any format.
struct ID3Tags {
  private(set) var offsets: [Int] = []
  /// The offset of the data after the tags.
  private(set) var end = 0
  /// Whether the first tag has an extended header.
  private(set) var isFirstExtended = false

  init(_ file: FileBytes) {
    while offsets.count < 8 {
      let header = file.bytes(at: end, count: 10)
      guard header.has("ID3"), header.count == 10, header[6...].allSatisfy({ $0 < 0x80 }) else { return }
      if offsets.isEmpty { isFirstExtended = header[5] & 0x40 != 0 }
      offsets.append(end)
      let footer = header[5] & 0x10 == 0 ? 0 : 10
      end += 10 + header[6...].reduce(0) { $0 << 7 | Int($1) } + footer
    }
  }
}
