// SPDX-License-Identifier: Apache-2.0

package import Attributes
internal import CommandLine
internal import QueryLanguage

/// What a file says of itself, for people: of mail the subject, sender and date; of music, PDF files and electronic books the title and who
/// made it. Names of such files often say nothing.
package struct HitDescription {
  /// The subject or title.
  package let title: String
  /// The sender, the local time and the attachments of mail, or who made the work.
  package let details: [String]
  package let isMail: Bool

  /// In one line.
  package var text: String { ([title] + details).joined(separator: " · ") }

  /// The attributes that are needed.
  package static let keys: [AttributeKey] = [
    .contentTypeTree, .title, .subject, .authorNames, .authors, .artist, .contentCreationDate, .attachmentNames,
  ]

  /// The types of mail, and those of other works. Apple's importers of mail take `public.message`, too.
  private static let mailTypes: Set = ["public.message", "public.email-message"]
  private static let workTypes: Set = ["public.audio", "com.adobe.pdf", "org.idpf.epub-container", "com.amazon.mobi-ebook"]

  /// - Parameter values: Those of ``keys``; `nil` or null for those that the file does not have.
  /// - Returns: `nil` for a file of another type, and for one without a title.
  package init?(_ values: [AttributeValue?]) {
    guard values.count == Self.keys.count else { return nil }
    let types = Set((values[0]?.elements ?? []).map { $0.plainText() })
    isMail = !types.isDisjoint(with: Self.mailTypes)
    guard isMail || !types.isDisjoint(with: Self.workTypes) else { return nil }
    func first(_ indices: Int...) -> String? {
      indices.lazy.compactMap { values[$0]?.elements.first }.filter { $0 != .null }.map { $0.plainText() }.first { !$0.isEmpty }
    }
    if isMail {
      title = first(2, 1) ?? "(no subject)"
      var details = [first(3, 4)].compactMap(\.self)
      if case .date(let date)? = values[6] { details.append(date.localText(in: SystemCalendar())) }
      let attachments = (values[7]?.elements ?? []).filter { $0 != .null }.map { $0.plainText() }
      if !attachments.isEmpty { details.append("with " + attachments.joined(separator: ", ")) }
      self.details = details
    } else {
      guard let title = first(1) else { return nil }
      self.title = title
      details = [first(5, 4, 3)].compactMap(\.self)
    }
  }
}
