// SPDX-License-Identifier: Apache-2.0

internal import Attributes

extension DirectoryRecord {
  private static let indexedFlag: UInt8 = 1
  private static let namedFlag: UInt8 = 4
  private static let namesOnlyFlag: UInt8 = 8
  private static let sidecarsFlag: UInt8 = 16

  func encoded() -> [UInt8] {
    var writer = ByteWriter(reserving: 40 + name.count)
    writer.append(
      byte: (isIndexed ? Self.indexedFlag : 0) | (isNamed ? Self.namedFlag : 0) | (isNamesOnly ? Self.namesOnlyFlag : 0)
        | (hasSidecars ? Self.sidecarsFlag : 0))
    writer.append(variable: UInt64(parent.rawValue))
    writer.append(variable: document?.rawValue ?? 0)
    writer.append(variable: UInt64(filesystem.rawValue))
    writer.append(byte: UInt8(name.count))
    writer.append(bytes: name)
    writer.append(signed: firstListed)
    writer.append(fixed: listed)
    return writer.sealed()
  }

  init(_ id: DirectoryID, _ value: Span<UInt8>) throws(StoreError) {
    do throws(DecodingError) {
      var reader = try RowReader(checked: value)
      let flags = try reader.byte()
      let parent = DirectoryID(rawValue: UInt32(truncatingIfNeeded: try reader.variable()))
      let document = try reader.variable()
      let filesystem = FilesystemID(rawValue: UInt16(truncatingIfNeeded: try reader.variable()))
      let length = Int(try reader.byte())
      let name = unsafe try reader.span(length).withUnsafeBufferPointer { unsafe [UInt8]($0) }
      let firstListed = try reader.signed()
      let listed = try reader.int64()
      guard reader.isAtEnd else { throw .malformed(at: reader.position) }
      self.init(
        id: id, parent: parent, name: name, document: document == 0 ? nil : DocumentID(rawValue: document), filesystem: filesystem,
        isIndexed: flags & Self.indexedFlag != 0, listed: listed, firstListed: firstListed,
        isNamesOnly: flags & Self.namesOnlyFlag != 0, hasSidecars: flags & Self.sidecarsFlag != 0, isNamed: flags & Self.namedFlag != 0)
    } catch {
      throw .damaged(.directories, "\(id.rawValue)", error)
    }
  }
}

/// The parent and name of a directory, borrowed from its row.
struct DirectoryLocation: ~Escapable {
  /// ``DirectoryID/nowhere`` when the directory is detached.
  let parent: DirectoryID
  let name: Span<UInt8>

  @_lifetime(copy value)
  init(_ id: DirectoryID, _ value: Span<UInt8>) throws(StoreError) {
    do throws(DecodingError) {
      try self.init(decoding: value)
    } catch {
      throw .damaged(.directories, "\(id.rawValue)", error)
    }
  }

  @_lifetime(copy value)
  private init(decoding value: Span<UInt8>) throws(DecodingError) {
    var reader = try RowReader(checked: value)
    _ = try reader.byte()
    parent = DirectoryID(rawValue: UInt32(truncatingIfNeeded: try reader.variable()))
    _ = try reader.variable()
    _ = try reader.variable()
    name = try reader.span(Int(try reader.byte()))
  }
}
