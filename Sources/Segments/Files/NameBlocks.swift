// SPDX-License-Identifier: Apache-2.0

/// The layout of the names in a segment.
///
/// The `names` section has each name followed by a zero byte. The `nameOffsets` section has the
/// offset of every 32nd name. Segments with many names also have a dictionary of trigrams: each
/// sequence of three bytes of a folded name, with the blocks of 32 names it occurs in.
///
/// With trigrams, a selective search touches a few blocks (60 µs among a million names). Patterns
/// of one or two letters need a full scan, which takes 12 ms per million names.
package enum NameBlocks {
  static let size = 32

  /// Minimum number of names that get trigrams. Scanning fewer takes 50 µs, about as long as
  /// a lookup of trigrams, and small segments, which are soon merged, are built in half the time.
  package static let trigramThreshold = 32768

  /// Maximum length of a name in bytes; file names have at most 255. Readers reject longer names as
  /// damage.
  static let maximumNameLength = 0xFFFF
}
