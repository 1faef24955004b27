// SPDX-License-Identifier: Apache-2.0

/// Ratings of audio files, on the scales of the programs that wrote them.
enum Rating {
  /// Stars, 0.5 to 5; `nil` without a rating.
  static func stars(_ tags: Tags) -> Double? {
    if let text = tags["POPM"].first, let stars = popularimeter(text) { return stars }
    let scales: [(String, (Double) -> Double?)] = [
      ("FMPS_RATING", { $0 * 5 }), ("WM/SHAREDUSERRATING", windowsMedia), ("RATING", number),
    ]
    for (name, scale) in scales {
      guard let text = tags[name].first, let value = Double(text), let stars = scale(value) else { continue }
      return stars > 0 && stars <= 5 ? stars : nil
    }
    return nil
  }

  /// The rating byte of an ID3 frame, which precedes the name of the program that wrote it.
  ///
  /// Programs use 64, 128, 196 and 255 for two to five stars, and values halfway between. For low
  /// ratings, Windows Media Player uses 1 for one star; other programs use 1 for half a star and 13
  /// for one star.
  private static func popularimeter(_ text: String) -> Double? {
    let parts = text.split(separator: " ", maxSplits: 1)
    switch parts.first.flatMap({ Int($0) }) ?? 0 {
    case 1..<7: return parts.last?.hasPrefix("Windows Media Player") == true ? 1 : 0.5
    case 7..<34: return 1
    case 34..<59: return 1.5
    case 59..<91: return 2
    case 91..<123: return 2.5
    case 123..<157: return 3
    case 157..<191: return 3.5
    case 191..<219: return 4
    case 219..<249: return 4.5
    case 249...255: return 5
    default: return nil
    }
  }

  /// 1, 25, 50, 75 and 99 stand for one to five stars.
  private static func windowsMedia(_ value: Double) -> Double? {
    switch value {
    case 1..<13: 1
    case 13..<38: 2
    case 38..<63: 3
    case 63..<87: 4
    case 87...100: 5
    default: nil
    }
  }

  /// The number of stars if it is small enough; otherwise hundredths, as written by other programs.
  private static func number(_ value: Double) -> Double? {
    value <= 5 ? value : (value / 10).rounded() / 2
  }
}
