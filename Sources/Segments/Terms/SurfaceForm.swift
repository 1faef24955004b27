// SPDX-License-Identifier: Apache-2.0

/// How a surface form is derived from the folded form of its group. The raw values are on disk.
enum SurfaceForm: UInt8 {
  /// Equal to the folded form.
  case folded = 0
  /// The folded form with its first letter as an ASCII capital.
  case capitalized = 1
  /// The folded form with all its ASCII letters as capitals.
  case uppercase = 2
  /// Anything else. The surface form is stored as it is.
  case spelled = 3

  init(of surface: ArraySlice<UInt8>, folded: ArraySlice<UInt8>) {
    self = .spelled
    guard surface.count == folded.count else { return }
    var lowercase = 0
    var equal = 0
    var raised = 0
    for (one, other) in zip(surface, folded) {
      let isLetter = other &- 0x61 < 26
      if isLetter { lowercase += 1 }
      if one == other { equal += 1 } else if isLetter, one == other & 0xDF { raised += 1 } else { return }
    }
    if raised == 0 {
      self = .folded
    } else if raised == lowercase, raised > 1 {
      self = .uppercase
    } else if raised == 1, surface.first != folded.first {
      self = .capitalized
    }
  }

  /// Appends the surface form. Must not be called for ``spelled``, which is not derived from
  /// `folded`.
  func append(_ folded: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let start = output.count
    output.append(contentsOf: folded)
    guard self != .folded else { return }
    for index in start..<(self == .uppercase ? output.count : min(start + 1, output.count)) where output[index] &- 0x61 < 26 {
      output[index] &= 0xDF
    }
  }
}
