// SPDX-License-Identifier: Apache-2.0

import CZlib
import Foundation

/// Files whose content tells how to read them.
enum ContentFixture {
  /// Bytes compressed as by gzip, or with Deflate alone.
  static func packed(_ bytes: [UInt8], windowBits: Int32 = 31) -> [UInt8] {
    var stream = z_stream()
    guard deflateInit2_(&stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return [] }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))) + 64)
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        _ = deflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
    return Array(output.prefix(count))
  }

  static func propertyList(_ value: Any, _ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
    Array(try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0))
  }

  /// A document of draw.io with one page.
  static func diagram(_ graph: String, isCompressed: Bool) -> String {
    guard isCompressed else { return "<mxfile><diagram name='Plan'>\(graph)</diagram></mxfile>" }
    let escaped = graph.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let page = Data(packed(Bytes.text(escaped), windowBits: -15)).base64EncodedString()
    return "<mxfile modified='2014-07-01T13:38:50.000Z'><diagram name='Plan'>\(page)</diagram></mxfile>"
  }

  /// A part of an iWork document: messages of the given types.
  static func objects(_ messages: [(type: Int, body: [UInt8])]) -> [UInt8] {
    let archive = messages.flatMap { message -> [UInt8] in
      let size = varint(message.body.count)
      let information = Bytes.all(field(1, number: message.type), [0x18] + size)
      let header = Bytes.all([0x08, 1], field(2, information))
      return Bytes.all(varint(header.count), header, message.body)
    }
    let block = Bytes.all(varint(archive.count), [61 << 2] + Bytes.little(UInt16(archive.count - 1)), archive)
    return [0, UInt8(block.count & 0xFF), UInt8(block.count >> 8), 0] + block
  }

  static func varint(_ number: Int) -> [UInt8] {
    number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F) | 0x80] + varint(number >> 7)
  }

  static func field(_ number: Int, _ value: [UInt8]) -> [UInt8] { Bytes.all(varint(number << 3 | 2), varint(value.count), value) }

  static func field(_ number: Int, number value: Int) -> [UInt8] { varint(number << 3) + varint(value) }
}
