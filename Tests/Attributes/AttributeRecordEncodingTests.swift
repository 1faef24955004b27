// SPDX-License-Identifier: Apache-2.0

import Attributes
import Testing

struct AttributeRecordEncodingTests {
  @Test(arguments: 0..<UInt64(300))
  func `a random record survives encoding`(seed: UInt64) throws {
    var random = RandomValues(seed: seed)
    let record = random.record()
    let bytes = record.encoded()
    #expect(try AttributeRecord(decoding: bytes.span) == record)
    for key in AttributeKey.all {
      #expect(try AttributeRecord.value(of: key, inEncoded: bytes.span) == record[key])
    }
  }

  @Test func `equal records have equal bytes, whatever the order in which they were set`() {
    var one = AttributeRecord()
    one[.title] = .string("T")
    one[.pageCount] = .integer(3)
    one.setCustom("b_key", to: .boolean(true))
    one.setCustom("a_key", to: .null)
    var other = AttributeRecord()
    other.setCustom("a_key", to: .null)
    other.setCustom("b_key", to: .boolean(true))
    other[.pageCount] = .integer(4)
    other[.pageCount] = .integer(3)
    other[.title] = .string("T")
    #expect(one.encoded() == other.encoded())
  }

  @Test func `every truncation and every flipped bit is rejected`() {
    var random = RandomValues(seed: 7)
    var record = random.record()
    record[.title] = .string("Über die Grenze")
    let bytes = record.encoded()
    for length in 0..<bytes.count {
      #expect(throws: DecodingError.self) { try AttributeRecord(decoding: Array(bytes.prefix(length)).span) }
    }
    for position in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[position] ^= 1 << UInt8(bit)
        #expect(throws: DecodingError.self) { try AttributeRecord(decoding: damaged.span) }
      }
    }
  }

  /// A hostile worker could send damaged records with correct checksums.
  @Test(arguments: 0..<UInt64(2000))
  func `damaged bytes with a correct checksum are rejected or encoded again`(seed: UInt64) {
    var random = RandomValues(seed: seed)
    var body = random.record().encoded().dropLast(Checksum.byteCount)
    for _ in 0...random.number(below: 4) where !body.isEmpty {
      body[random.number(below: body.count)] = UInt8(truncatingIfNeeded: random.next())
    }
    var writer = ByteWriter()
    writer.append(bytes: body)
    let bytes = writer.sealed()
    if let record = try? AttributeRecord(decoding: bytes.span) {
      #expect((try? AttributeRecord(decoding: record.encoded().span))?.encoded() == record.encoded())
    }
  }

  @Test func `a newer version is named in the error`() {
    var writer = ByteWriter()
    writer.append(byte: AttributeRecord.encodingVersion + 1)
    let bytes = writer.sealed()
    #expect(throws: DecodingError.newerVersion(AttributeRecord.encodingVersion + 1)) { try AttributeRecord(decoding: bytes.span) }
  }

  @Test func `values nested beyond the limit are rejected without recursion`() {
    var writer = ByteWriter()
    writer.append(byte: AttributeRecord.encodingVersion)
    writer.append(variable: 1)
    writer.append(variable: UInt64(AttributeKey.title.rawValue))
    for _ in 0..<100_000 { writer.append(bytes: [9, 1]) }
    let bytes = writer.sealed()
    #expect(throws: DecodingError.self) { try AttributeRecord(decoding: bytes.span) }
    #expect(throws: DecodingError.self) { try AttributeRecord.value(of: .subject, inEncoded: bytes.span) }
  }
}
