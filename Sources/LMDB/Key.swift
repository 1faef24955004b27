// SPDX-License-Identifier: Apache-2.0

/// A key of up to sixteen bytes, built without allocation. Numbers are big-endian, so that the byte
/// order of LMDB sorts them numerically.
package struct Key: Equatable {
  private var high: UInt64
  private var low: UInt64
  package let count: Int

  package init(number: UInt64) { self.init(high: number, count: 8) }

  package init(number: UInt16) { self.init(high: UInt64(number) << 48, count: 2) }

  /// The first `count` bytes of `high` and `low`, most significant byte first.
  package init(high: UInt64, low: UInt64 = 0, count: Int) {
    self.high = high.bigEndian
    self.low = low.bigEndian
    self.count = count
  }

  package func withBytes<Result, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Result) throws(Failure) -> Result {
    // Both elements have the same size, so there is no padding: the bytes of the tuple are the
    // bytes of the key.
    var copy = (high, low)
    return try unsafe withUnsafeBytes(of: &copy) { bytes throws(Failure) in
      try unsafe body(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }
  }
}
