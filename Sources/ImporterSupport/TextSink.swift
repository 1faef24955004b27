internal import Glibc

/// Where an importer delivers a document's text: any amount, piece by piece, in constant memory.
///
/// Pieces are joined as they come: who wants words kept apart appends the space or line break between them. Bytes that are not UTF-8
/// become U+FFFD, as `String` does it, and NUL becomes a space.
package final class TextSink {
  /// Maximum distance from the end of a full piece at which white space is searched for. Words are
  /// hardly longer.
  private static let maximumWordLength = 4096

  private let chunkByteCount: Int
  private let deliver: (Span<UInt8>) throws -> Void
  private var pending: [UInt8] = []
  /// The first bytes of a code point whose rest has not come yet.
  private var partial: [UInt8] = []

  /// Whether text is asked for at all. An importer may skip work when it is not; appending is harmless.
  package let isWanted: Bool
  /// Bytes appended, after repair; also counted when text is not wanted.
  package private(set) var byteCount: UInt64 = 0
  /// Set by an importer that appended the file's own bytes, all of them but for a byte order mark at the start, and nothing else.
  package var isFileContent = false
  /// Whether text went on as it was appended: nothing was repaired, and no NUL replaced.
  package private(set) var isVerbatim = true
  /// Why a piece could not be delivered. Then the reader is gone, whatever the importer makes of the error.
  package private(set) var deliveryError: (any Error)?

  /// - Parameters:
  ///   - chunkByteCount: Size of the pieces in which text goes on, at least 64.
  ///   - deliver: Receives pieces of whole code points that end after white space where the text has any. Its errors pass through the
  ///     methods below.
  package init(isWanted: Bool = true, chunkByteCount: Int, deliver: @escaping (Span<UInt8>) throws -> Void) {
    precondition(chunkByteCount >= 64, "A piece must hold a code point and be worth its turn.")
    self.isWanted = isWanted
    self.chunkByteCount = chunkByteCount
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

  /// Appends UTF-8. A code point may be spread over several calls.
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

  /// As ``append(utf8:)-(Span<UInt8>)``, for memory that a C library owns.
  package func append(utf8 bytes: UnsafeBufferPointer<UInt8>) throws {
    try unsafe append(utf8: bytes.span)
  }

  /// Delivers what is left. Called by whoever made the sink, once the importer is done.
  package func finish() throws {
    let rest = try takeRest()
    if !rest.isEmpty { try deliver(rest.span) }
  }

  /// As ``finish()``, for who delivers the last piece, which may be empty, in another way.
  package func takeRest() throws -> [UInt8] {
    try endPartialCodePoint()
    defer { pending = [] }
    return pending
  }

  /// Stores a code point that came in parts, or U+FFFD for one whose rest never came.
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

  /// Takes over valid UTF-8, delivering pieces as they fill up.
  private func store(_ bytes: Span<UInt8>) throws {
    byteCount += UInt64(bytes.count)
    guard isWanted else { return }
    if let deliveryError { throw deliveryError }
    var start = 0
    while start < bytes.count {
      if pending.count == chunkByteCount { try deliverFirst(pending.lastGoodBreak(within: Self.maximumWordLength)) }
      let end = min(bytes.count, start + chunkByteCount - pending.count)
      if pending.append(replacingNULsIn: bytes.extracting(start..<end)) { isVerbatim = false }
      start = end
    }
  }

  private func deliverFirst(_ count: Int) throws {
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

  /// Bytes of the code point that begins with this byte; 1 for a byte that begins none.
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
  /// Length without the code point that is cut off by the end, if one is.
  fileprivate var wholeCodePointsByteCount: Int {
    var lead = count - 1
    while lead >= 0, lead > count - 4, self[lead].isContinuation { lead -= 1 }
    guard lead >= 0, lead + self[lead].codePointByteCount > count else { return count }
    return lead
  }
}

extension [UInt8] {
  /// - Returns: Whether there were any.
  fileprivate mutating func append(replacingNULsIn text: Span<UInt8>) -> Bool {
    let start = count
    let hasNULs = unsafe text.withUnsafeBufferPointer { text in
      unsafe append(contentsOf: text)
      // The C library searches as fast as memory is read.
      return unsafe text.baseAddress.map { unsafe memchr($0, 0, text.count) != nil } ?? false
    }
    guard hasNULs else { return false }
    for index in start..<count where self[index] == 0 { self[index] = UInt8(ascii: " ") }
    return true
  }

  /// Where to cut a full piece: after the last white space of its end, else between code points. Greater than 0.
  fileprivate func lastGoodBreak(within reach: Int) -> Int {
    if let space = suffix(reach).lastIndex(where: { $0.isWhiteSpace }) { return space + 1 }
    return span.wholeCodePointsByteCount
  }
}
