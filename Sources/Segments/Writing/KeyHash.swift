// SPDX-License-Identifier: Apache-2.0

/// Hashes and compares short keys in memory.
enum KeyHash {
  @inline(__always)
  static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let base = unsafe UnsafeRawPointer(key.baseAddress) else { return 0 }
    let count = key.count
    var hash = UInt64(count) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset &+ 8 < count {
      unsafe hash = mix(hash ^ base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    let last: UInt64
    if count >= 8 {
      last = unsafe base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    } else if count >= 4 {
      let low = unsafe UInt64(base.loadUnaligned(as: UInt32.self))
      last = unsafe low | UInt64(base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)) &<< 32
    } else if count > 0 {
      let ends = unsafe UInt64(key[0]) | UInt64(key[count &- 1]) &<< 8
      last = unsafe ends | UInt64(key[count &>> 1]) &<< 16
    } else {
      last = 0
    }
    return UInt32(truncatingIfNeeded: mix(hash ^ last) &>> 16)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }

  @inline(__always)
  static func areEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer?, _ count: Int) -> Bool {
    guard let other = unsafe other else { return true }
    var offset = 0
    while offset &+ 8 <= count {
      if unsafe one.loadUnaligned(fromByteOffset: offset, as: UInt64.self) != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) {
        return false
      }
      offset &+= 8
    }
    while offset < count {
      if unsafe one.load(fromByteOffset: offset, as: UInt8.self) != other.load(fromByteOffset: offset, as: UInt8.self) { return false }
      offset &+= 1
    }
    return true
  }
}
