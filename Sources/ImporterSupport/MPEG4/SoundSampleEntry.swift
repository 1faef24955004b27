// SPDX-License-Identifier: Apache-2.0

/// The description of the samples of a sound track in an MPEG-4 or QuickTime file.
package struct SoundSampleEntry: Sendable {
  /// As the stream itself tells if it can, because files in MPEG-4's format state two channels for any
  /// number.
  package private(set) var channels: Int?
  /// Hertz.
  package private(set) var sampleRate: Double?
  package private(set) var stream: StreamDescriptor?

  package init(_ file: FileBytes, _ entry: ISOBox) {
    let start = entry.body.lowerBound
    channels = file.integer(at: start + 16, as: UInt16.self, .big).map(Int.init)
    sampleRate = file.integer(at: start + 24, as: UInt32.self, .big).map { Double($0) / 65_536 }
    // QuickTime has three versions of this description.
    var children = start + 28
    switch file.integer(at: start + 8, as: UInt16.self, .big) {
    case 1: children += 16
    case 2:
      children += 36
      sampleRate = file.integer(at: start + 32, as: UInt64.self, .big).map { Double(bitPattern: $0) }
      channels = file.integer(at: start + 40, as: UInt32.self, .big).flatMap { Int(exactly: $0) }
    default: break
    }
    stream = StreamDescriptor(file, amongBoxesIn: children..<max(children, entry.body.upperBound))
    channels = stream?.channels ?? channels
  }
}
