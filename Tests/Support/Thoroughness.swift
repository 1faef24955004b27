// SPDX-License-Identifier: Apache-2.0

import Glibc

/// How much the tests try of what they could. With `SEARCHLIGHT_THOROUGH` set, they try everything; otherwise a part, so that they end in
/// minutes.
package enum Thoroughness {
  package static let isThorough = getenv("SEARCHLIGHT_THOROUGH") != nil
}

extension Collection {
  /// Every `step`-th element, or all in a thorough run.
  package func sampled(every step: Int) -> [Element] {
    if Thoroughness.isThorough { return Array(self) }
    return enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }
}
