// SPDX-License-Identifier: Apache-2.0

internal import CICU
internal import Synchronization

/// Divides runs of scripts without spaces into words, with ICU's dictionaries.
///
/// Useful for: Chinese, Japanese, Thai, Lao, Khmer, Burmese. Scripts without an ICU dictionary are
/// divided into syllables or not at all. Cost: the first breaker of a process maps ICU's data and
/// reads the rules (0.1 ms); the first run of a script loads its dictionary (1 ms). All processes
/// share these pages. The throughput is about 20 MB of text per second.
@safe final class WordBreaker {
  /// `nil` if each letter with its marks is a word, or if ICU's data is missing.
  private let iterator: OpaquePointer?

  /// The run in UTF-16, which ICU reads twice as fast as UTF-8.
  private var units: [UInt16] = []

  /// For each unit, the offset of its character in the run, or ``noStart`` where no word can begin.
  private var starts: [Int] = []

  private static let noStart = -1

  /// - Parameter usesDictionaries: If `false`, each letter with its marks is a word, and ICU is not
  ///   loaded.
  init(usesDictionaries: Bool = true) {
    unsafe iterator = usesDictionaries ? icu_word_breaker() : nil
    if usesDictionaries, unsafe iterator == nil { WordDictionaries.reportMissing() }
  }

  deinit {
    if let iterator = unsafe iterator { unsafe icu_close(iterator) }
  }

  /// Unused breakers; at most as many as threads have used at the same time. Threads cannot share
  /// ICU's iterators.
  private static let idle = Mutex<[Idle]>([])

  /// A breaker that is passed from one thread to another.
  private struct Idle: @unchecked Sendable {
    // Safe because the list holds the only reference, so that the thread that removes the breaker
    // owns it exclusively.
    let breaker: WordBreaker
  }

  /// Provides a breaker during the call of `body`, which may borrow another one.
  static func borrow<Result>(_ body: (WordBreaker) -> Result) -> Result {
    let breaker = idle.withLock { $0.popLast()?.breaker } ?? WordBreaker()
    defer {
      let idle = Idle(breaker: breaker)
      Self.idle.withLock { $0.append(idle) }
    }
    return body(breaker)
  }

  /// Removes all characters.
  func removeAll() {
    units.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// Adds the next character of the run.
  ///
  /// - Parameters:
  ///   - start: Its offset in the run.
  ///   - isMark: Whether it belongs to the preceding character.
  func append(_ scalar: UInt32, at start: Int, isMark: Bool) {
    // Comparisons ignore invisible characters, so the dictionary must, too.
    if isMark, isInvisible(scalar) { return }
    starts.append(isMark ? Self.noStart : start)
    if scalar < 0x10000 {
      units.append(UInt16(truncatingIfNeeded: scalar))
    } else {
      units.append(UInt16(truncatingIfNeeded: 0xD7C0 + scalar >> 10))
      units.append(UInt16(truncatingIfNeeded: 0xDC00 | scalar & 0x3FF))
      starts.append(Self.noStart)
    }
  }

  /// Calls `body` with the start of each word except the first, in order, until `body` returns
  /// `false`.
  func forEachCut(_ body: (Int) -> Bool) {
    unsafe units.withUnsafeBufferPointer { units in
      guard let iterator = unsafe iterator, unsafe icu_set_text(iterator, units.baseAddress, Int32(units.count)) != 0 else {
        for start in starts.dropFirst() where start != Self.noStart {
          guard body(start) else { return }
        }
        return
      }
      while true {
        let end = unsafe Int(icu_next_break(iterator))
        guard end >= 0, end < starts.count else { return }
        let start = starts[end]
        if start != Self.noStart, !body(start) { return }
      }
    }
  }

  /// Whether a mark is a format character or variation selector.
  private func isInvisible(_ mark: UInt32) -> Bool {
    switch mark {
    case 0xAD, 0x180B...0x180F, 0x200C...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF, 0xE0000...0xE0FFF: true
    default: false
    }
  }
}
