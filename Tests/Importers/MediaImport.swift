// SPDX-License-Identifier: Apache-2.0

import AttributeSets
import Attributes
import Glibc
import ImporterSupport
import Testing

/// The results of importing a file.
struct MediaImport {
  let attributes = CSSearchableItemAttributeSet()
  private(set) var text = ""
  /// The error of the importer, if it failed.
  private(set) var failure: (any Error)?

  /// - Parameters:
  ///   - embeddedFiles: Reads files inside the file.
  ///   - wantsText: `false` if only attributes are to be read.
  init(
    _ importer: some DescriptorImporter, _ bytes: [UInt8], name: String = "file", type: String = "public.data",
    embeddedFiles: EmbeddedFiles? = nil, wantsText: Bool = true
  ) throws {
    let stream = try #require(tmpfile())
    defer { fclose(stream) }
    try #require(bytes.isEmpty || fwrite(bytes, 1, bytes.count, stream) == bytes.count)
    fflush(stream)
    let file = ImportedFile(
      descriptor: fileno(stream), byteCount: UInt64(bytes.count), name: Array(name.utf8), modified: .init(unixSeconds: 0),
      typeIdentifier: type)
    var pieces: [UInt8] = []
    embeddedFiles?.begin()
    let sink = TextSink(isWanted: wantsText, chunkByteCount: 4096, embeddedFiles: embeddedFiles) { piece in
      for index in 0..<piece.count { pieces.append(piece[index]) }
    }
    do { try importer.update(attributes, from: file, text: sink) } catch { failure = error }
    try sink.finish()
    text = String(decoding: pieces, as: UTF8.self)
  }
}

/// Bytes of integers and texts, for building files.
enum Bytes {
  static func big<Integer: FixedWidthInteger>(_ values: Integer...) -> [UInt8] {
    values.flatMap { value in (0..<(Integer.bitWidth / 8)).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  }

  static func little<Integer: FixedWidthInteger>(_ values: Integer...) -> [UInt8] {
    values.flatMap { value in (0..<(Integer.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  }

  /// The concatenated parts. (The compiler takes minutes for a chain of `+`.)
  static func all(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

  static func repeated(_ part: [UInt8], _ count: Int) -> [UInt8] { (0..<count).flatMap { _ in part } }

  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// An ISO box, or a chunk whose length includes its header.
  static func box(_ type: String, _ body: [UInt8]...) -> [UInt8] {
    let body = body.flatMap { $0 }
    return big(UInt32(body.count + 8)) + text(type) + body
  }

  /// A RIFF chunk, padded to an even length.
  static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
    text(type) + little(UInt32(body.count)) + body + (body.count.isMultiple(of: 2) ? [] : [0])
  }

  /// An IFF chunk, padded to an even length.
  static func bigChunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
    text(type) + big(UInt32(body.count)) + body + (body.count.isMultiple(of: 2) ? [] : [0])
  }
}

extension [UInt8] {
  /// The bytes with one to eight random changes.
  func damaged(using generator: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: bytes.indices, using: &generator)
      let value = UInt8.random(in: .min ... .max, using: &generator)
      // Extreme counts and lengths cause more damage than other values.
      bytes[index] = [0, 0x7F, 0xFF, value].randomElement(using: &generator) ?? value
    }
    return bytes
  }
}
