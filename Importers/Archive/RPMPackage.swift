// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport

/// The description of an RPM package: a list of tagged values between the signature and the files. The
/// format is that of version 4 (rpm.org, “RPM V4 Package format”).
struct RPMPackage {
  private enum Tag: UInt32 {
    case name = 1000
    case version = 1001
    case release = 1002
    case epoch = 1003
    case summary = 1004
    case description = 1005
    case buildTime = 1006
    case vendor = 1011
    case license = 1014
    case packager = 1015
    case group = 1016
    case url = 1020
  }

  private static let leadByteCount = 96
  private static let maximumEntryCount = 1 << 16
  private static let maximumTextByteCount = 64 << 10

  private let file: FileBytes
  /// The offsets of values in the file.
  private let offsets: [UInt32: Int]

  /// - Returns: `nil` if the file is no package, or if its headers are damaged.
  init?(_ file: FileBytes) {
    guard file.bytes(at: 0, count: 4) == [0xED, 0xAB, 0xEE, 0xDB], let signature = Header(file, at: Self.leadByteCount),
      let header = Header(file, at: (signature.end + 7) / 8 * 8)
    else { return nil }
    self.file = file
    offsets = Dictionary(header.offsets(in: file)) { first, _ in first }
  }

  /// Sets the attributes, and appends the long description.
  func read(_ attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws {
    attributes.title = self[.name]?.oneLine
    attributes.version = version
    attributes.contentDescription = self[.summary]
    attributes.authorNames = self[.packager].map { [$0.oneLine] }
    attributes.organizations = self[.vendor].map { [$0.oneLine] }
    attributes.rights = self[.license]
    // What rpmbuild writes for a package without a group.
    attributes.keywords = self[.group].flatMap { $0 == "Unspecified" ? nil : [$0.oneLine] }
    attributes.url = self[.url].flatMap { URL(string: $0) }
    attributes.contentCreationDate = number(.buildTime).map { Date(timeIntervalSince1970: TimeInterval($0)) }
    if let description = self[.description] { try text.append(description + "\n") }
  }

  /// As rpm shows it: `1:2.0-3`.
  private var version: String? {
    guard let version = self[.version] else { return nil }
    return (number(.epoch).map { "\($0):" } ?? "") + version + (self[.release].map { "-" + $0 } ?? "")
  }

  /// A text, or of texts in several languages the first one, which is in English.
  private subscript(tag: Tag) -> String? {
    guard let offset = offsets[tag.rawValue] else { return nil }
    let bytes = file.bytes(at: offset, count: Self.maximumTextByteCount).prefix { $0 != 0 }
    let text = String(decoding: bytes, as: UTF8.self).trimmed
    return text.isEmpty ? nil : text
  }

  private func number(_ tag: Tag) -> UInt32? {
    offsets[tag.rawValue].flatMap { file.integer(at: $0, as: UInt32.self, .big) }
  }

  /// An index of 16 bytes for each value, and then the values.
  private struct Header {
    private let index: Range<Int>
    let end: Int

    /// - Returns: `nil` if there is no whole header at `offset`.
    init?(_ file: FileBytes, at offset: Int) {
      guard file.bytes(at: offset, count: 3) == [0x8E, 0xAD, 0xE8], let count = file.integer(at: offset + 8, as: UInt32.self, .big),
        let size = file.integer(at: offset + 12, as: UInt32.self, .big), count <= maximumEntryCount
      else { return nil }
      index = (offset + 16)..<(offset + 16 + Int(count) * 16)
      end = index.upperBound + Int(size)
      guard end <= file.count else { return nil }
    }

    /// The tags and the offsets of their values in the file.
    func offsets(in file: FileBytes) -> [(UInt32, Int)] {
      let bytes = file.bytes(at: index.lowerBound, count: index.count)
      return stride(from: 0, to: bytes.count, by: 16).compactMap { entry in
        guard let tag = bytes.integer(at: entry, as: UInt32.self, .big), Tag(rawValue: tag) != nil,
          let offset = bytes.integer(at: entry + 8, as: UInt32.self, .big), Int(offset) < end - index.upperBound
        else { return nil }
        return (tag, index.upperBound + Int(offset))
      }
    }
  }
}
