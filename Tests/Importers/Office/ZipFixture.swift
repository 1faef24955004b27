// SPDX-License-Identifier: Apache-2.0

import CZlib

/// A ZIP archive in memory, for tests. Members are stored without compression.
struct ZipFixture {
  /// Names and contents, in the order of the file.
  var members: [(name: String, bytes: [UInt8])] = []
  /// Whether the lengths of members are in a field for archives of more than 4 GiB, as .NET writes
  /// them.
  var hasLongLengths = false
  /// Whether the archive tells that names are in UTF-8.
  var tellsEncoding = true
  /// The bytes of the names, if they are not in UTF-8.
  var encodedNames: [[UInt8]] = []
  /// Whether the members are marked as encrypted.
  var isEncrypted = false
  /// The length that the contents unpack to, if they are compressed with Deflate.
  var unpackedByteCount: UInt32?

  init(_ members: KeyValuePairs<String, String>) {
    self.members = members.map { ($0.key, Bytes.text($0.value)) }
  }

  init(_ members: [(String, [UInt8])]) { self.members = members }

  var bytes: [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for (index, (text, bytes)) in members.enumerated() {
      let name = encodedNames.indices.contains(index) ? encodedNames[index] : Bytes.text(text)
      let start = file.count
      let flags: UInt16 = (tellsEncoding ? 0x0800 : 0) | (isEncrypted ? 1 : 0)
      let version: UInt16 = hasLongLengths ? 45 : 20
      let method: UInt16 = unpackedByteCount == nil ? 0 : 8
      let fields = Bytes.all(Bytes.little(version, flags, method, 0, 0), Bytes.little(Self.crc32(bytes)))
      let lengths = Bytes.little(UInt32(bytes.count), unpackedByteCount ?? UInt32(bytes.count))
      file += Bytes.all([0x50, 0x4B, 3, 4], fields, lengths, Bytes.little(UInt16(name.count), 0), name, bytes)
      let extra =
        hasLongLengths
        ? Bytes.little(UInt16(1), 24) + Bytes.little(UInt64(bytes.count), UInt64(bytes.count), UInt64(start)) : []
      directory += Bytes.all(
        [0x50, 0x4B, 1, 2, 45, 0], fields, hasLongLengths ? Bytes.little(UInt32.max, .max) : lengths,
        Bytes.little(UInt16(name.count), UInt16(extra.count), 0, 0, 0), Bytes.little(UInt32(0)),
        Bytes.little(hasLongLengths ? UInt32.max : UInt32(start)), name, extra)
    }
    let count = UInt16(members.count)
    return Bytes.all(
      file, directory, [0x50, 0x4B, 5, 6], Bytes.little(UInt16(0), 0, count, count),
      Bytes.little(UInt32(directory.count), UInt32(file.count)),
      [0, 0])
  }

  static func crc32(_ bytes: [UInt8]) -> UInt32 { UInt32(CZlib.crc32(0, bytes, uInt(bytes.count))) }
}
