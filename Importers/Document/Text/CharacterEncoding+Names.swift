// SPDX-License-Identifier: Apache-2.0

extension CharacterEncoding {
  /// The encoding of names of files that come from DOS or Windows in any country.
  ///
  /// Names are too short for letter frequencies. Instead, each byte sequence has points for what it is in
  /// an encoding: frequent letters have most, and combinations that nobody writes cost some. Encodings of
  /// other scripts count only if more than two bytes above ASCII follow each other, as hardly ever in
  /// Western names, and if they are clearly better or if even more follow.
  static func ofNames(_ bytes: borrowing Span<UInt8>) -> CharacterEncoding {
    guard !hasShortRuns(bytes) else { return western }
    let array = bytes.indices.map { bytes[$0] }
    let ratings = NameScript.all.map { $0.points(of: array) }
    let other = hasRun(bytes, ofMoreThan: 3) ? 0 : plausibilityOfCP850(bytes)
    guard let best = ratings.max(), best >= 1, best > other + 0.7, let index = ratings.firstIndex(of: best) else { return western }
    return .named(NameScript.all[index].encoding)
  }

  private static let western = named("CP850")

  private static func hasRun(_ bytes: borrowing Span<UInt8>, ofMoreThan length: Int) -> Bool {
    var run = 0
    for index in bytes.indices {
      run = bytes[index] < 0x80 ? 0 : run + 1
      if run > length { return true }
    }
    return false
  }
}
