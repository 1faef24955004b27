// SPDX-License-Identifier: Apache-2.0

/// Positions in documents: start positions where a phrase may begin, or positions where the words
/// matched so far end.
///
/// Appended list by list, with ascending documents in each list. Then ``arrange(upTo:with:)``
/// merges the lists by document.
@safe struct PhrasePositions: ~Copyable {
  private var listed = UniqueArray<UInt32>()

  /// The positions of all documents, one document after another; ascending within a document.
  private var positions = UniqueArray<UInt32>()
  private var ends = UniqueArray<Int>()

  /// For each nonempty list, the number of documents appended up to its end.
  private var listEnds: [Int] = []

  /// Number of elements after the last position that readers may load and writers may overwrite.
  private static let slack = 8

  /// The documents with positions. Ascending once they have been arranged.
  var documents: Span<UInt32> {
    @_lifetime(borrow self) get { listed.span }
  }

  var isEmpty: Bool { positions.count == 0 }

  /// Number of positions.
  var count: Int { positions.count }

  mutating func removeAll() {
    positions.removeAll()
    listed.removeAll()
    ends.removeAll()
    listEnds.removeAll(keepingCapacity: true)
  }

  /// The positions in `documents[number]`. Valid until positions are appended.
  @inline(__always)
  func slice(of number: Int) -> PositionSlice {
    let range = (number == 0 ? 0 : ends[number &- 1])..<ends[number]
    precondition(range.upperBound <= positions.count, "there are no such positions")
    return unsafe PositionSlice(positions.pointer + range.lowerBound, count: range.count)
  }

  // MARK: Appending lists

  /// Appends the positions of a posting list, each plus `shift`. Positions before `first` are left
  /// out.
  ///
  /// - Parameters:
  ///   - documents: Only positions in these documents are appended, and only up to document `last`.
  ///   - most: When there are more positions than this, `last` is lowered to the current document,
  ///     and `most` is raised to twice their number. Positions up to the new `last` are complete.
  mutating func append(
    _ cursor: inout PostingsCursor, in documents: Span<UInt32>, from first: UInt32, movedBy shift: UInt32, upTo last: inout UInt32,
    most: inout Int
  ) throws(SegmentError) {
    var next = 0
    while next < documents.count, documents[next] <= last, try cursor.findDocuments(documents, from: &next) {
      for index in 0..<cursor.foundCount {
        let document = documents[cursor.goToFound(index)]
        if document > last { break }
        var slice = try cursor.firstSlice()
        append(slice, from: first, movedBy: shift)
        while let more = try cursor.nextSlice(behind: slice.last) {
          slice = more
          append(slice, from: first, movedBy: shift)
        }
        endDocument(document)
        if positions.count > most { (last, most) = (document, 2 * positions.count) }
      }
    }
    endList()
  }

  @inline(__always)
  private mutating func append(_ slice: PositionSlice, from first: UInt32, movedBy shift: UInt32) {
    var skipped = 0
    while skipped < slice.count, slice[skipped] < first { skipped &+= 1 }
    let count = slice.count &- skipped
    let room = unsafe positions.room(for: count &+ Self.slack)
    let (numbers, base) = unsafe (slice.numbers + skipped, slice.base &+ shift)
    for index in 0..<count { unsafe room[index] = base &+ numbers[index] }
    positions.fill(count)
  }

  /// Appends the positions of a posting list that are `offset` after one of the positions in
  /// `starts`, each plus `shift`.
  ///
  /// - Parameter firstMatchOnly: Whether the first match in each document is enough.
  mutating func append(
    _ cursor: inout PostingsCursor, _ offset: UInt32, behind starts: borrowing PhrasePositions, movedBy shift: UInt32, firstMatchOnly: Bool
  ) throws(SegmentError) {
    var next = 0
    while try cursor.findDocuments(starts.documents, from: &next) {
      for index in 0..<cursor.foundCount {
        let number = cursor.goToFound(index)
        let before = positions.count
        var sought = starts.slice(of: number)
        var slice = try cursor.firstSlice()
        while true {
          find(slice, offset, behind: &sought, movedBy: shift, firstMatchOnly: firstMatchOnly)
          guard sought.count > 0, !firstMatchOnly || positions.count == before, let more = try cursor.nextSlice(behind: slice.last) else {
            break
          }
          slice = more
        }
        endDocument(starts.listed[number])
      }
    }
    endList()
  }

  /// - Parameter sought: Positions in the same document. Those that cannot match a later slice are
  ///   removed.
  @inline(__always)
  private mutating func find(
    _ slice: PositionSlice, _ offset: UInt32, behind sought: inout PositionSlice, movedBy shift: UInt32, firstMatchOnly: Bool
  ) {
    let last = slice.last
    guard last >= offset else { return }
    let room = unsafe positions.room(for: min(sought.count, slice.count) &+ Self.slack)
    var found = 0
    // Searches the shorter sequence in the longer one. Branch-free: each candidate is written, and
    // overwritten by the next one if it does not match.
    var (passed, index) = (0, 0)
    if sought.count <= slice.count {
      while passed < sought.count, !firstMatchOnly || found == 0 {
        let start = sought[passed]
        if start > last &- offset { break }
        let position = start &+ offset
        unsafe room[found] = position &+ shift
        found &+= slice.contains(position, from: &index, isBounded: true) ? 1 : 0
        passed &+= 1
      }
    } else {
      while index < slice.count, slice[index] < offset { index &+= 1 }
      while index < slice.count, !firstMatchOnly || found == 0 {
        let position = slice[index]
        unsafe room[found] = position &+ shift
        found &+= sought.contains(position &- offset, from: &passed, isBounded: false) ? 1 : 0
        index &+= 1
      }
    }
    sought = unsafe PositionSlice(sought.numbers + passed, count: sought.count &- passed)
    positions.fill(found)
  }

  /// Ends the positions of a document, which must follow all other documents of the list.
  @inline(__always)
  private mutating func endDocument(_ document: UInt32) {
    guard positions.count > ends.last ?? 0 else { return }
    listed.append(document)
    ends.append(positions.count)
  }

  /// Ends the current list. Later positions belong to the next list.
  private mutating func endList() {
    if listed.count > listEnds.last ?? 0 { listEnds.append(listed.count) }
  }

  // MARK: Arranging

  /// Arranges the positions by document, and drops documents after `last`.
  ///
  /// - Parameter spare: Scratch memory. Its previous contents are lost.
  mutating func arrange(upTo last: UInt32 = .max, with spare: inout PhrasePositions) {
    while listEnds.count > 1 {
      spare.removeAll()
      mergeLists(into: &spare)
      swap(&self, &spare)
    }
    while let document = listed.last, document > last {
      listed.removeLast()
      ends.removeLast()
    }
    positions.truncate(to: ends.last ?? 0)
  }

  /// Merges the lists in pairs.
  private func mergeLists(into merged: inout PhrasePositions) {
    unsafe _ = merged.positions.room(for: positions.count + Self.slack)
    var start = 0
    for index in stride(from: 0, to: listEnds.count, by: 2) {
      let middle = listEnds[index]
      let end = index + 1 < listEnds.count ? listEnds[index + 1] : middle
      var (left, right) = (start, middle)
      while left < middle || right < end {
        if right == end || left < middle && listed[left] < listed[right] {
          merged.append(self, left)
          left &+= 1
        } else if left == middle || listed[right] < listed[left] {
          merged.append(self, right)
          right &+= 1
        } else {
          merged.append(self, left, right)
          left &+= 1
          right &+= 1
        }
      }
      merged.endList()
      start = end
    }
  }

  /// Appends one document of `other`.
  @inline(__always)
  private mutating func append(_ other: borrowing PhrasePositions, _ number: Int) {
    let slice = other.slice(of: number)
    let room = unsafe positions.room(for: slice.count)
    for index in 0..<slice.count { unsafe room[index] = slice.numbers[index] }
    positions.fill(slice.count)
    endDocument(other.listed[number])
  }

  /// Appends a document that occurs in two lists of `other`.
  private mutating func append(_ other: borrowing PhrasePositions, _ number: Int, _ another: Int) {
    let left = other.slice(of: number)
    let right = other.slice(of: another)
    let room = unsafe positions.room(for: left.count + right.count)
    var (passedLeft, passedRight, count) = (0, 0, 0)
    while passedLeft < left.count, passedRight < right.count {
      let (one, another) = unsafe (left.numbers[passedLeft], right.numbers[passedRight])
      unsafe room[count] = min(one, another)
      passedLeft &+= one <= another ? 1 : 0
      passedRight &+= another <= one ? 1 : 0
      count &+= 1
    }
    for index in passedLeft..<left.count {
      unsafe room[count] = left.numbers[index]
      count &+= 1
    }
    for index in passedRight..<right.count {
      unsafe room[count] = right.numbers[index]
      count &+= 1
    }
    positions.fill(count)
    endDocument(other.listed[number])
  }
}
