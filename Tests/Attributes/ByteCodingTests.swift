// SPDX-License-Identifier: Apache-2.0

import Attributes
import Testing

struct ByteCodingTests {
  static let numbers: [UInt64] = [0, 1, 127, 128, 16383, 16384, UInt64(UInt32.max), UInt64.max - 1, UInt64.max]

  @Test(arguments: numbers)
  func `variable-length numbers are decoded as they were encoded`(number: UInt64) throws {
    var writer = ByteWriter()
    writer.append(variable: number)
    writer.append(signed: Int64(bitPattern: number))
    writer.append(fixed: number)
    let bytes = writer.bytes
    var reader = ByteReader(bytes.span)
    let read = (try reader.variable(), try reader.signed(), try reader.uint64())
    let remaining = reader.remaining
    #expect(read == (number, Int64(bitPattern: number), number))
    #expect(remaining == 0)
  }

  @Test func `a number of more than 64 bits is rejected`() {
    let bytes = [UInt8](repeating: 0xFF, count: 9) + [0x02]
    var reader = ByteReader(bytes.span)
    var error: DecodingError?
    do { _ = try reader.variable() } catch let caught { error = caught }
    #expect(error == .malformed(at: 9))
  }

  @Test func `a string that is not UTF-8 is rejected`() {
    let bytes: [UInt8] = [2, 0xC3, 0x28]
    var reader = ByteReader(bytes.span)
    var error: DecodingError?
    do { _ = try reader.string() } catch let caught { error = caught }
    #expect(error == .malformed(at: 0))
  }

  @Test func `a count beyond the remaining bytes is rejected before anything is allocated`() {
    var writer = ByteWriter()
    writer.append(variable: UInt64.max / 2)
    let bytes = writer.bytes
    var reader = ByteReader(bytes.span)
    var error: DecodingError?
    do { _ = try reader.counted() } catch let caught { error = caught }
    #expect(error == .truncated(at: bytes.count))
  }
}
