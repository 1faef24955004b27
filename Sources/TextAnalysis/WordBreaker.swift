internal import CICU
internal import Synchronization

/// Cuts runs of scripts without spaces into words, by ICU's dictionaries.
///
/// Useful for: Chinese, Japanese, Thai, Lao, Khmer, Burmese. Scripts ICU has no dictionary for are cut into syllables or left whole.
/// Cost: the first breaker of a process maps ICU's data, reads the rules (0.1 ms) and, with the first run of a script, its dictionary (1 ms);
/// the pages are shared with every other process. Then it is some 20 MB of text per second, all told.
@safe final class WordBreaker {
  /// `nil` when each letter, with its marks, is to be a word; also when ICU's data are missing.
  private let iterator: OpaquePointer?

  /// The run in UTF-16, which ICU reads twice as fast as UTF-8.
  private var units: [UInt16] = []

  /// For each unit the offset of its character in the run, or ``noStart`` where no word may begin.
  private var starts: [Int] = []

  private static let noStart = -1

  /// - Parameter usesDictionaries: Otherwise each letter, with its marks, is a word, and nothing of ICU is loaded.
  init(usesDictionaries: Bool = true) {
    unsafe iterator = usesDictionaries ? icu_word_breaker() : nil
    if usesDictionaries, unsafe iterator == nil { WordDictionaries.reportMissing() }
  }

  deinit {
    if let iterator = unsafe iterator { unsafe icu_close(iterator) }
  }

  /// Breakers nobody uses: as many as threads have been cutting such runs at once. ICU's are not to be shared by threads.
  private static let idle = Mutex<[Idle]>([])

  /// A breaker on its way from one thread to another.
  private struct Idle: @unchecked Sendable {
    // Safe because the list holds the only reference: whoever takes the breaker out is alone with it.
    let breaker: WordBreaker
  }

  /// Lends a breaker for the time of `body`, which may borrow another.
  static func borrow<Result>(_ body: (WordBreaker) -> Result) -> Result {
    let breaker = idle.withLock { $0.popLast()?.breaker } ?? WordBreaker()
    defer {
      let idle = Idle(breaker: breaker)
      Self.idle.withLock { $0.append(idle) }
    }
    return body(breaker)
  }

  /// Forgets the characters so far.
  func removeAll() {
    units.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// Adds the next character of the run.
  ///
  /// - Parameters:
  ///   - start: Its offset in the run.
  ///   - isMark: It belongs to the character before it.
  func append(_ scalar: UInt32, at start: Int, isMark: Bool) {
    // Invisible characters count for nothing in comparisons, hence in the dictionary.
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

  /// Hands out the offset where each word but the first begins, in order, until `body` returns `false`.
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

  /// Format characters and variation selectors, among marks.
  private func isInvisible(_ mark: UInt32) -> Bool {
    switch mark {
    case 0xAD, 0x180B...0x180F, 0x200C...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF, 0xE0000...0xE0FFF: true
    default: false
    }
  }
}
