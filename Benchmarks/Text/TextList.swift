// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The texts to index. Threads take a few at a time, so that neighbours in the list mostly stay
/// together.
final class TextList: Sendable {
  private let paths: [[UInt8]]
  private let next = Atomic<Int>(0)

  /// Small enough that the threads end at the same time, and large enough that taking texts costs
  /// nothing.
  private static let step = 64

  /// - Parameter path: A file with the paths of the texts, each terminated by a NUL.
  init(path: String) throws {
    var reader = TextReader()
    var paths: [[UInt8]] = []
    try reader.withText(at: Array(path.utf8) + [0]) { list in
      var start = 0
      for end in 0..<list.count where list[end] == 0 {
        paths.append((start...end).map { list[$0] })
        start = end + 1
      }
    }
    self.paths = paths
  }

  var count: Int { paths.count }

  /// Calls `body` with each text that no other thread has taken, until none is left.
  ///
  /// - Parameter body: Gets the number of the text in the list, and its path with a terminating
  ///   NUL.
  func forEach(_ body: ((number: Int, path: [UInt8])) throws -> Void) throws {
    while true {
      let first = next.add(Self.step, ordering: .relaxed).oldValue
      guard first < paths.count else { return }
      for number in first..<min(first + Self.step, paths.count) { try body((number, paths[number])) }
    }
  }
}
