// SPDX-License-Identifier: Apache-2.0

/// Reads a spill of a ``PostingAccumulator``.
@safe struct SortedSpill: TermSource, ~Copyable {
  private static let windowSize = 64 * 1024

  private let scratch: ByteSink
  private let hasPositions: Bool
  private var window: [UInt8] = []
  private var windowIndex = 0
  private var windowStart = 0
  private var streamEnd = 0

  private(set) var folded: [UInt8] = []
  private(set) var surface: [UInt8] = []

  init(_ scratch: ByteSink, hasPositions: Bool) {
    self.scratch = scratch
    self.hasPositions = hasPositions
  }

  private var offset: Int { windowStart + windowIndex }

  /// Makes at least `wanted` bytes available in the window, or all that are left.
  private mutating func fill(_ wanted: Int) throws(SegmentError) {
    if windowIndex + wanted <= window.count { return }
    let start = offset
    windowStart = start
    windowIndex = 0
    try scratch.read(at: start, upTo: max(Self.windowSize, wanted), into: &window)
  }

  private mutating func variable() throws(SegmentError) -> UInt64 {
    try fill(10)
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = window[windowIndex]
      windowIndex += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
  }

  mutating func advance() throws(SegmentError) -> Bool {
    if offset < streamEnd {
      let distance = streamEnd - offset
      if windowIndex + distance <= window.count {
        windowIndex += distance
      } else {
        windowStart = streamEnd
        windowIndex = 0
        window.removeAll(keepingCapacity: true)
      }
    }
    guard offset < scratch.count else { return false }
    let foldedCount = Int(try variable())
    try fill(foldedCount)
    folded.removeAll(keepingCapacity: true)
    folded.append(contentsOf: window[windowIndex..<windowIndex + foldedCount])
    windowIndex += foldedCount
    let surfaceCount = Int(try variable()) - 1
    surface.removeAll(keepingCapacity: true)
    if surfaceCount < 0 {
      surface.append(contentsOf: folded)
    } else {
      try fill(surfaceCount)
      surface.append(contentsOf: window[windowIndex..<windowIndex + surfaceCount])
      windowIndex += surfaceCount
    }
    let length = Int(try variable())
    streamEnd = offset + length
    return true
  }

  mutating func copyList(to sink: inout TermDictionaryWriter) throws(SegmentError) {
    var document: UInt32 = 0
    var position: UInt32 = 0
    var isInDocument = false
    while offset < streamEnd {
      try fill(min(streamEnd - offset, Self.windowSize))
      // Decode only complete numbers: unless the stream ends in the window, its last nine bytes may
      // be part of a number.
      let available = min(window.count - windowIndex, streamEnd - offset)
      let end = windowIndex + (available == streamEnd - offset ? available : available - 9)
      var index = windowIndex
      while index < end {
        var value = UInt32(window[index])
        index += 1
        if value >= 0x80 {
          value &= 0x7F
          var shift: UInt32 = 7
          while true {
            let byte = window[index]
            index += 1
            value |= UInt32(byte & 0x7F) &<< shift
            if byte < 0x80 { break }
            shift += 7
          }
        }
        if !isInDocument {
          document &+= value
          try sink.add(document: document)
          isInDocument = hasPositions
          position = 0
        } else if value == 0 {
          isInDocument = false
        } else {
          position &+= value
          try sink.add(position: position &- 1)
        }
      }
      windowIndex = index
    }
  }
}
