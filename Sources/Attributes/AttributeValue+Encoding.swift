// SPDX-License-Identifier: Apache-2.0

/// The stored form of a value: a tag, and then a payload that depends on the tag.
extension AttributeValue {
  private enum Tag: UInt8 {
    case null = 0
    case string, integer, number, no, yes, date, data, person, array, dictionary
  }

  package func encode(into writer: inout ByteWriter) {
    func open(_ tag: Tag) { writer.append(byte: tag.rawValue) }
    switch self {
    case .null: open(.null)
    case .string(let value):
      open(.string)
      writer.append(string: value)
    case .integer(let value):
      open(.integer)
      writer.append(signed: value)
    case .number(let value):
      open(.number)
      writer.append(double: value)
    case .boolean(let value): open(value ? .yes : .no)
    case .date(let value):
      open(.date)
      writer.append(double: value.secondsSinceReferenceDate)
    case .data(let value):
      open(.data)
      writer.append(counted: value)
    case .person(let value):
      open(.person)
      value.encode(into: &writer)
    case .array(let elements):
      open(.array)
      writer.append(variable: UInt64(elements.count))
      for element in elements { element.encode(into: &writer) }
    case .dictionary(let entries):
      open(.dictionary)
      writer.append(variable: UInt64(entries.count))
      for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
        writer.append(string: name)
        value.encode(into: &writer)
      }
    }
  }

  package init(decoding reader: inout ByteReader, depth: Int = 0) throws(DecodingError) {
    switch try Self.tag(&reader, depth: depth) {
    case .null: self = .null
    case .string: self = .string(try reader.string())
    case .integer: self = .integer(try reader.signed())
    case .number: self = .number(try reader.double())
    case .no: self = .boolean(false)
    case .yes: self = .boolean(true)
    case .date: self = .date(Timestamp(secondsSinceReferenceDate: try reader.double()))
    case .data: self = .data(try reader.counted())
    case .person: self = .person(try Person(decoding: &reader))
    case .array:
      var elements: [AttributeValue] = []
      for _ in 0..<(try reader.count()) { elements.append(try AttributeValue(decoding: &reader, depth: depth + 1)) }
      self = .array(elements)
    case .dictionary:
      var entries: [String: AttributeValue] = [:]
      for _ in 0..<(try reader.count(ofAtLeast: 2)) {
        let name = try reader.string()
        guard entries.updateValue(try AttributeValue(decoding: &reader, depth: depth + 1), forKey: name) == nil else {
          throw .malformed(at: reader.position)
        }
      }
      self = .dictionary(entries)
    }
  }

  /// Skips a value without decoding it.
  static func skip(_ reader: inout ByteReader, depth: Int = 0) throws(DecodingError) {
    switch try tag(&reader, depth: depth) {
    case .null, .no, .yes: break
    case .string, .data: try reader.skip(try reader.count())
    case .integer: _ = try reader.variable()
    case .number, .date: try reader.skip(8)
    case .person: _ = try Person(decoding: &reader)
    case .array:
      for _ in 0..<(try reader.count()) { try skip(&reader, depth: depth + 1) }
    case .dictionary:
      for _ in 0..<(try reader.count(ofAtLeast: 2)) {
        try reader.skip(try reader.count())
        try skip(&reader, depth: depth + 1)
      }
    }
  }

  private static func tag(_ reader: inout ByteReader, depth: Int) throws(DecodingError) -> Tag {
    let start = reader.position
    guard depth <= AttributeRecord.maximumDepth, let tag = Tag(rawValue: try reader.byte()) else { throw .malformed(at: start) }
    return tag
  }
}

extension Person {
  fileprivate func encode(into writer: inout ByteWriter) {
    let presence: UInt8 = (displayName == nil ? 0 : 1) | (contactIdentifier == nil ? 0 : 2)
    writer.append(byte: presence)
    if let displayName { writer.append(string: displayName) }
    if let contactIdentifier { writer.append(string: contactIdentifier) }
    writer.append(string: handleIdentifier)
    writer.append(variable: UInt64(handles.count))
    for handle in handles { writer.append(string: handle) }
  }

  fileprivate init(decoding reader: inout ByteReader) throws(DecodingError) {
    let presence = try reader.byte()
    guard presence <= 3 else { throw .malformed(at: reader.position - 1) }
    let displayName = presence & 1 == 0 ? nil : try reader.string()
    let contactIdentifier = presence & 2 == 0 ? nil : try reader.string()
    let handleIdentifier = try reader.string()
    var handles: [String] = []
    for _ in 0..<(try reader.count()) { handles.append(try reader.string()) }
    self.init(displayName: displayName, handles: handles, handleIdentifier: handleIdentifier, contactIdentifier: contactIdentifier)
  }
}
