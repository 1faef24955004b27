// SPDX-License-Identifier: Apache-2.0

internal import Attributes

extension ContentType {
  func encoded() -> [UInt8] {
    var writer = ByteWriter(reserving: 128)
    writer.append(string: identifier)
    writer.append(string: mimeType ?? "")
    writer.append(string: kind)
    writer.append(byte: group ?? 0)
    writer.append(variable: UInt64(tree.count))
    for ancestor in tree { writer.append(string: ancestor) }
    return writer.sealed()
  }

  init(_ id: TypeID, _ value: Span<UInt8>) throws(StoreError) {
    do throws(DecodingError) {
      var reader = try ByteReader(checked: value)
      let identifier = try reader.string()
      let mimeType = try reader.string()
      let kind = try reader.string()
      let group = try reader.byte()
      var tree: [String] = []
      for _ in 0..<(try reader.count()) { tree.append(try reader.string()) }
      guard reader.isAtEnd else { throw .malformed(at: reader.position) }
      self.init(
        identifier: identifier, mimeType: mimeType.isEmpty ? nil : mimeType, tree: tree, kind: kind, group: group == 0 ? nil : group)
    } catch {
      throw .damaged(.types, "\(id.rawValue)", error)
    }
  }
}
