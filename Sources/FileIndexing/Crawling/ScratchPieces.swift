// SPDX-License-Identifier: Apache-2.0

import SystemPlatform

/// Stores byte sequences, the first of them in memory and the others in a scratch file. The memory does
/// not depend on their number.
///
/// Pieces that cannot be written to the file stay in memory too.
struct ScratchPieces: Sendable {
  enum Piece: Sendable {
    case inMemory([UInt8])
    case inFile(offset: Int, count: Int)
  }

  private let maximumInMemory: Int
  private let makeFile: @Sendable () -> ScratchFile?
  private var file: ScratchFile?
  /// The offset at which the next piece is written. It returns to 0 when no piece is left in the
  /// file.
  private var fileLength = 0
  private var inFile = 0
  /// Number of pieces in memory.
  private(set) var inMemory = 0

  /// - Parameters:
  ///   - maximumInMemory: Number of pieces.
  ///   - makeFile: Called when a piece does not fit in memory; returns `nil` if no file can be
  ///     created.
  init(maximumInMemory: Int = 32, makeFile: @escaping @Sendable () -> ScratchFile?) {
    self.maximumInMemory = maximumInMemory
    self.makeFile = makeFile
  }

  mutating func store(_ bytes: [UInt8]) -> Piece {
    if inMemory >= maximumInMemory {
      if file == nil { file = makeFile() }
      if let file, file.write(bytes, at: fileLength) {
        defer { fileLength += bytes.count }
        inFile += 1
        return .inFile(offset: fileLength, count: bytes.count)
      }
    }
    inMemory += 1
    return .inMemory(bytes)
  }

  /// The bytes of a piece that was stored and not taken.
  ///
  /// - Throws: `SystemError` if the scratch file cannot be read.
  func bytes(of piece: Piece) throws(SystemError) -> [UInt8] {
    switch piece {
    case .inMemory(let bytes): return bytes
    case .inFile(let offset, let count):
      guard let file else { preconditionFailure("what is in a file has one") }
      return try file.read(count, at: offset)
    }
  }

  /// As ``bytes(of:)``. The piece no longer counts as stored, so its space in the file may be reused.
  mutating func take(_ piece: Piece) throws(SystemError) -> [UInt8] {
    let bytes = try bytes(of: piece)
    switch piece {
    case .inMemory: inMemory -= 1
    case .inFile:
      inFile -= 1
      if inFile == 0 { fileLength = 0 }
    }
    return bytes
  }
}
