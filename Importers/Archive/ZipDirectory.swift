// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// The directory at the end of a ZIP archive, read only for the encoding of its names (PKWARE,
/// “APPNOTE.TXT”, 4.3).
enum ZipDirectory {
  /// The length of the last record with the longest comment.
  private static let maximumEndByteCount = 22 + 0xFFFF
  private static let maximumByteCount = 8 << 20
  /// As much as tells the encoding.
  private static let maximumNameByteCount = 16 << 10

  /// The names that are not ASCII, and whose encoding the archive does not tell, each with a newline; empty
  /// if there are none, or without a directory.
  static func undeclaredNames(in file: FileBytes) -> [UInt8] {
    let tailStart = max(0, file.count - maximumEndByteCount)
    let tail = file.bytes(at: tailStart, count: maximumEndByteCount)
    guard let end = tail.indices.last(where: { tail[$0] == 0x50 && tail[$0...].starts(with: [0x50, 0x4B, 5, 6]) }),
      let size = tail.integer(at: end + 12, as: UInt32.self, .little), Int(size) <= tailStart + end
    else { return [] }
    // Other data may precede the archive, so that stated offsets are wrong.
    let directory = file.bytes(at: tailStart + end - Int(size), count: min(Int(size), maximumByteCount))
    var names: [UInt8] = []
    var offset = 0
    while names.count < maximumNameByteCount, directory.dropFirst(offset).starts(with: [0x50, 0x4B, 1, 2]),
      let flags = directory.integer(at: offset + 8, as: UInt16.self, .little)
    {
      let lengths = [28, 30, 32].map { Int(directory.integer(at: offset + $0, as: UInt16.self, .little) ?? 0) }
      let name = directory.dropFirst(offset + 46).prefix(lengths[0])
      // The flag tells that the name is in UTF-8.
      if flags & 0x800 == 0, name.contains(where: { $0 >= 0x80 }) { names += name + [0x0A] }
      offset += 46 + lengths.reduce(0, +)
    }
    return names
  }
}
