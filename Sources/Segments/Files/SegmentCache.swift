// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A value that is computed from a segment once, when it is first needed.
final class SegmentCache<Value: Sendable>: Sendable {
  private let known = Mutex<Value?>(nil)

  func value(_ compute: () throws(SegmentError) -> Value) throws(SegmentError) -> Value {
    try known.withLock { known throws(SegmentError) in
      if let known { return known }
      let value = try compute()
      known = value
      return value
    }
  }
}
