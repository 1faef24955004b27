// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

/// A Debian package: an archive of two archives, the description of the package and its files.
enum DebianPackage {
  private static let maximumMemberCount = 1 << 18
  private static let maximumControlByteCount = 64 << 10

  /// Whether a member of an archive is one of the two archives.
  static func isPart(_ name: String) -> Bool { name.hasPrefix("control.tar") || name.hasPrefix("data.tar") }

  /// Reads one of the two archives.
  ///
  /// - Parameter appendText: Appends the text of a file of the package.
  static func read(
    _ archive: ArchiveReader, isDescription: Bool, _ attributes: CSSearchableItemAttributeSet, _ text: TextSink,
    appendText: (ArchiveReader.Member) throws -> Void
  ) throws {
    for _ in 0..<maximumMemberCount {
      guard let member = try archive.next() else { return }
      if isDescription, member.name == "./control" || member.name == "control" {
        try takeControl(archive, attributes, text)
      } else if member.name != "./" {
        try text.append(member.name + "\n")
        if !isDescription { try appendText(member) }
      }
    }
  }

  private static func takeControl(_ archive: ArchiveReader, _ attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws {
    var block = [UInt8](repeating: 0, count: maximumControlByteCount)
    let control = String(decoding: block[..<(try archive.read(into: &block))], as: UTF8.self)
    try text.append(control)
    var fields: [Substring: Substring] = [:]
    for line in control.split(separator: "\n") where !line.hasPrefix(" ") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { fields[parts[0]] = parts[1].drop { $0 == " " } }
    }
    attributes.title = fields["Package"].map(String.init)
    attributes.version = fields["Version"].map(String.init)
    attributes.contentDescription = fields["Description"].map(String.init)
    attributes.authorNames = fields["Maintainer"].map { [String($0)] }
    attributes.url = fields["Homepage"].flatMap { URL(string: String($0)) }
    attributes.keywords = fields["Section"].map { [String($0)] }
  }
}
