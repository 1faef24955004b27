internal import CStemmer

/// Reduces English words to their stems with Snowball's algorithm, so that `relation` and
/// `relations` are recognised as forms of one word.
///
/// Not thread-safe.
@safe package final class EnglishStemmer {
  private let stemmer: OpaquePointer?

  package init() { unsafe stemmer = sb_stemmer_new("english", "UTF_8") }

  deinit { unsafe sb_stemmer_delete(stemmer) }

  /// The stem of a folded word; the word itself if it is not a run of ASCII letters.
  ///
  /// - Complexity: O(*n*), 0.2 µs for a usual word.
  package func stem(_ word: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    unsafe word.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    guard unsafe stemmer != nil, bytes.allSatisfy({ $0 &- 0x61 < 26 }) else { return bytes }
    let stem = unsafe sb_stemmer_stem(stemmer, bytes, CInt(truncatingIfNeeded: bytes.count))
    return unsafe stem.map { unsafe Array(UnsafeBufferPointer(start: $0, count: Int(sb_stemmer_length(stemmer)))) } ?? bytes
  }
}
