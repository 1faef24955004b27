// SPDX-License-Identifier: Apache-2.0

package import Attributes
package import IndexStore

/// A document in the system's index that the caller may read.
package struct SystemHit: Equatable, Sendable {
  /// The absolute path, as bytes.
  package var path: [UInt8]
  package var kind: FileStatus.Kind
  /// The permission bits.
  package var mode: UInt16
  /// The wanted attributes in the order of their names, `null` for those that the document has not; or all
  /// that `mdls` shows.
  package var values: [AttributeValue] = []
  /// The names of ``values`` if all were wanted.
  package var names: [AttributeName] = []
  package var passage: Passage?
  /// Whether the document lacks some words of a ranked question.
  package var isPartial = false
}

/// A part of the answer to a ``SystemQuery``.
enum SystemAnswer: Equatable, Sendable {
  /// The first part: what the index has of each folder of the question. Those that the caller may not list
  /// are unknown.
  case folders([FolderState])
  case hits([SystemHit])
  /// The last part of an answer, with what the caller should know.
  ///
  /// - Parameter isCurrent: Whether changes before the question are in the answer, if that was asked for.
  case end(notices: [String], isCurrent: Bool)
  /// The last part of an answer that is missing or incomplete.
  case failure(String)

  private enum Kind: UInt8 { case folders = 1, hits, end, failure }

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .folders(let states):
      writer.append(byte: Kind.folders.rawValue)
      writer.append(variable: UInt64(states.count))
      for state in states { writer.append(byte: state.rawValue) }
    case .hits(let hits):
      writer.append(byte: Kind.hits.rawValue)
      writer.append(variable: UInt64(hits.count))
      for hit in hits { hit.encode(into: &writer) }
    case .end(let notices, let isCurrent):
      writer.append(byte: Kind.end.rawValue)
      writer.append(variable: UInt64(notices.count))
      for notice in notices { writer.append(string: notice) }
      writer.append(byte: isCurrent ? 1 : 0)
    case .failure(let reason):
      writer.append(byte: Kind.failure.rawValue)
      writer.append(string: reason)
    }
    return writer.bytes
  }

  init(decoding bytes: Span<UInt8>) throws(DecodingError) {
    var reader = ByteReader(bytes)
    switch Kind(rawValue: try reader.byte()) {
    case .folders:
      var states: [FolderState] = []
      for _ in 0..<(try reader.count()) {
        guard let state = FolderState(rawValue: try reader.byte()) else { throw .malformed(at: reader.position) }
        states.append(state)
      }
      self = .folders(states)
    case .hits:
      var hits: [SystemHit] = []
      for _ in 0..<(try reader.count()) { hits.append(try SystemHit(decoding: &reader)) }
      self = .hits(hits)
    case .end:
      var notices: [String] = []
      for _ in 0..<(try reader.count()) { notices.append(try reader.string()) }
      self = .end(notices: notices, isCurrent: try reader.bool())
    case .failure: self = .failure(try reader.string())
    case nil: throw .malformed(at: 0)
    }
    guard reader.isAtEnd else { throw .malformed(at: reader.position) }
  }
}

extension SystemHit {
  fileprivate func encode(into writer: inout ByteWriter) {
    writer.append(counted: path)
    writer.append(byte: kind.rawValue)
    writer.append(fixed: mode)
    writer.append(variable: UInt64(values.count))
    for value in values { value.encode(into: &writer) }
    writer.append(variable: UInt64(names.count))
    for name in names { writer.append(string: name.description) }
    writer.append(byte: isPartial ? 1 : 0)
    writer.append(byte: passage == nil ? 0 : 1)
    guard let passage else { return }
    writer.append(string: passage.text)
    writer.append(variable: UInt64(passage.matches.count))
    for range in passage.matches {
      writer.append(variable: UInt64(range.lowerBound))
      writer.append(variable: UInt64(range.count))
    }
  }

  fileprivate init(decoding reader: inout ByteReader) throws(DecodingError) {
    path = try reader.counted()
    guard let kind = FileStatus.Kind(rawValue: try reader.byte()) else { throw .malformed(at: reader.position) }
    self.kind = kind
    mode = try reader.uint16()
    for _ in 0..<(try reader.count()) { values.append(try AttributeValue(decoding: &reader)) }
    for _ in 0..<(try reader.count()) { names.append(AttributeName(try reader.string())) }
    isPartial = try reader.bool()
    guard try reader.bool() else { return }
    let text = try reader.string()
    var matches: [Range<Int>] = []
    for _ in 0..<(try reader.count(ofAtLeast: 2)) {
      guard let start = Int(exactly: try reader.variable()), let count = Int(exactly: try reader.variable()), start <= text.utf8.count,
        count <= text.utf8.count - start
      else { throw .malformed(at: reader.position) }
      matches.append(start..<(start + count))
    }
    passage = Passage(text: text, matches: matches)
  }
}
