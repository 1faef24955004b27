// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

/// Receives a document's text from an importer: any amount, in pieces, in constant memory.
///
/// Pieces are concatenated: an importer that wants to separate words must append a space or newline
/// between them. Bytes that are not UTF-8 become U+FFFD, as in `String`, and NUL becomes a space.
package final class TextSink {
  /// Text that is older is delivered although more fits into the piece, so that it is kept if the importer exceeds a limit. In seconds.
  private static let maximumAge = 2
  /// Maximum distance from the end of a full piece at which white space is searched for. Words are
  /// hardly longer.
  private static let maximumWordLength = 4096

  private let chunkByteCount: Int
  private let deliver: (Span<UInt8>) throws -> Void
  private var pending: [UInt8] = []
  /// The first bytes of an incomplete code point.
  private var partial: [UInt8] = []
  /// Whether all text so far is white space, which is no text: pages of pictures have a newline each.
  private var isBlank = true
  /// When text was delivered, in seconds of a clock that is cheap to read.
  private var deliveryTime = TextSink.now

  /// Reads files inside the file; `nil` if they are not to be read.
  package let embeddedFiles: EmbeddedFiles?
  /// Whether text is wanted. If not, an importer may skip work; appending has no effect.
  package let isWanted: Bool
  /// The number of bytes appended after repair, even if text is not wanted.
  package private(set) var byteCount: UInt64 = 0
  /// An importer sets this if it appended exactly the bytes of the file, except for a byte order
  /// mark at its start.
  package var isFileContent = false
  /// Whether text was passed on unchanged: nothing was repaired, and no NUL was replaced.
  package private(set) var isVerbatim = true
  /// The error of a failed delivery. The reader is then gone, even if the importer ignored the
  /// error.
  package private(set) var deliveryError: (any Error)?

  /// - Parameters:
  ///   - chunkByteCount: The size of the delivered pieces, at least 64.
  ///   - embeddedFiles: Reads files inside the file.
  ///   - deliver: Receives pieces of whole code points, which end after white space if possible.
  ///     The methods below rethrow its errors.
  package init(
    isWanted: Bool = true, chunkByteCount: Int, embeddedFiles: EmbeddedFiles? = nil, deliver: @escaping (Span<UInt8>) throws -> Void
  ) {
    precondition(chunkByteCount >= 64, "A piece must hold a code point and be worth its turn.")
    self.isWanted = isWanted
    self.chunkByteCount = chunkByteCount
    self.embeddedFiles = embeddedFiles
    self.deliver = deliver
  }

  /// Appends text.
  package func append(_ text: String) throws {
    try endPartialCodePoint()
    try append(valid: text)
  }

  /// Appends text that is known to be UTF-8.
  package func append(_ text: UTF8Span) throws {
    try endPartialCodePoint()
    try store(text.span)
  }

  /// Appends UTF-8. A code point can be split between several calls.
  package func append(utf8 bytes: Span<UInt8>) throws {
    var start = 0
    while let first = partial.first, start < bytes.count {
      guard bytes[start].isContinuation, partial.count < first.codePointByteCount else {
        try endPartialCodePoint()
        break
      }
      partial.append(bytes[start])
      start += 1
    }
    if let first = partial.first, partial.count == first.codePointByteCount { try endPartialCodePoint() }
    let rest = bytes.extracting(droppingFirst: start)
    let whole = rest.wholeCodePointsByteCount
    for index in whole..<rest.count { partial.append(rest[index]) }
    let body = rest.extracting(first: whole)
    if (try? UTF8Span(validating: body)) != nil {
      try store(body)
    } else {
      isVerbatim = false
      try append(valid: unsafe body.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) })
    }
  }

  /// Like ``append(utf8:)-(Span<UInt8>)``, for memory of a C library.
  package func append(utf8 bytes: UnsafeBufferPointer<UInt8>) throws {
    try unsafe append(utf8: bytes.span)
  }

  /// Delivers the rest. The creator of the sink calls this after the importer has finished.
  package func finish() throws {
    let rest = try takeRest()
    if !rest.isEmpty { try deliver(rest.span) }
  }

  /// Like ``finish()``, but returns the last piece, which may be empty, instead of delivering it.
  package func takeRest() throws -> [UInt8] {
    try endPartialCodePoint()
    defer { pending = [] }
    guard isBlank else { return pending }
    // White space is not stored, so that the text is not that of the file.
    if byteCount > 0 { isVerbatim = false }
    byteCount = 0
    return []
  }

  /// Stores a code point that was split, or U+FFFD if it is incomplete.
  private func endPartialCodePoint() throws {
    guard !partial.isEmpty else { return }
    if (try? UTF8Span(validating: partial.span)) == nil { isVerbatim = false }
    let text = String(decoding: partial, as: UTF8.self)
    partial.removeAll(keepingCapacity: true)
    try append(valid: text)
  }

  private func append(valid text: String) throws {
    var text = text
    text.makeContiguousUTF8()
    try store(text.utf8Span.span)
  }

  /// Stores valid UTF-8, and delivers full pieces.
  private func store(_ bytes: Span<UInt8>) throws {
    byteCount += UInt64(bytes.count)
    if isBlank, bytes.hasVisibleCharacters { isBlank = false }
    guard isWanted else { return }
    if let deliveryError { throw deliveryError }
    var start = 0
    while start < bytes.count {
      if pending.count == chunkByteCount { try deliverFirst(pending.lastGoodBreak(within: Self.maximumWordLength)) }
      let end = min(bytes.count, start + chunkByteCount - pending.count)
      if pending.append(replacingNULsIn: bytes.extracting(start..<end)) { isVerbatim = false }
      start = end
    }
    if Self.now - deliveryTime >= Self.maximumAge, !pending.isEmpty, !isBlank {
      try deliverFirst(pending.lastGoodBreak(within: Self.maximumWordLength))
    }
  }

  /// Seconds of a clock that starts at any time. clock_gettime(2).
  private static var now: Int { CoarseClock.seconds }

  private func deliverFirst(_ count: Int) throws {
    guard !isBlank else {
      pending.removeFirst(count)
      isVerbatim = false
      return
    }
    deliveryTime = Self.now
    do {
      try deliver(pending.span.extracting(first: count))
    } catch {
      deliveryError = error
      throw error
    }
    pending.removeFirst(count)
  }
}

extension UInt8 {
  fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }

  /// The number of bytes of the code point that begins with this byte; 1 if none does.
  fileprivate var codePointByteCount: Int {
    switch self {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  fileprivate var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension Span<UInt8> {
  /// Whether UTF-8 has a character that is neither white space nor invisible, such as a byte order mark.
  fileprivate var hasVisibleCharacters: Bool {
    var offset = 0
    while offset < count {
      guard self[offset] >= 0x80 else {
        if self[offset] > 0x20, self[offset] != 0x7F { return true }
        offset += 1
        continue
      }
      let end = Swift.min(offset + self[offset].codePointByteCount, count)
      let character = unsafe extracting(offset..<end).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
      let isVisible = character.unicodeScalars.contains { !$0.properties.isWhitespace && $0.properties.generalCategory != .format }
      if isVisible { return true }
      offset = end
    }
    return false
  }

  /// The length without an incomplete code point at the end.
  fileprivate var wholeCodePointsByteCount: Int {
    var lead = count - 1
    while lead >= 0, lead > count - 4, self[lead].isContinuation { lead -= 1 }
    guard lead >= 0, lead + self[lead].codePointByteCount > count else { return count }
    return lead
  }
}

extension [UInt8] {
  /// - Returns: Whether there were NULs.
  fileprivate mutating func append(replacingNULsIn text: Span<UInt8>) -> Bool {
    let start = count
    let hasNULs = unsafe text.withUnsafeBufferPointer { text in
      unsafe append(contentsOf: text)
      // The C library searches at memory speed.
      return unsafe text.baseAddress.map { unsafe RawMemory.first(0, from: $0, count: text.count) != nil } ?? false
    }
    guard hasNULs else { return false }
    for index in start..<count where self[index] == 0 { self[index] = UInt8(ascii: " ") }
    return true
  }

  /// The offset at which to divide a full piece: after the last white space near its end, or else
  /// between code points. Greater than 0.
  fileprivate func lastGoodBreak(within reach: Int) -> Int {
    if let space = suffix(reach).lastIndex(where: { $0.isWhiteSpace }) { return space + 1 }
    return span.wholeCodePointsByteCount
  }
}
