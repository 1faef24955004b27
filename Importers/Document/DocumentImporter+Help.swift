// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import ImporterSupport
internal import Markup

extension DocumentImporter {
  func importHelp(_ file: ImportedFile, into attributes: CSSearchableItemAttributeSet, text: TextSink) throws {
    let help = try HelpFile(file)
    let title = try decoded(help.title, CharacterEncoding(windowsLanguage: help.language)).oneLine
    attributes.title = title.isEmpty ? nil : title
    guard text.isWanted else { return }
    for topic in help.topics { try appendTopic(help.content(of: topic), to: text) }
  }

  private func appendTopic(_ bytes: [UInt8], to text: TextSink) throws {
    var parser = try HTMLParser()
    var decoder = TextDecoder(declaration: CharacterEncoding.declared(inHTML:))
    _ = try decoder.decode(bytes.span, isLast: true) { try parser.parse($0.span, to: text) }
    try parser.finish(to: text)
    // The title of a topic is often its only heading.
    let title = parser.content.metadata.title ?? ""
    try text.append("\n\(title)\n\n")
  }

  private func decoded(_ bytes: [UInt8], _ encoding: CharacterEncoding) throws -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    var decoder = TextDecoder { _ in encoding }
    _ = try decoder.decode(bytes.span, isLast: true) { text += String(copying: $0) }
    return text
  }
}

extension CharacterEncoding {
  /// The encoding of texts that are not in Unicode, for a language as Windows numbers languages.
  fileprivate init(windowsLanguage number: UInt32) {
    // The lower ten bits are the language, and the others the country.
    switch number & 0x3FF {
    case 0x04: self = [0x404, 0xC04, 0x1404].contains(number) ? .named("BIG5-HKSCS") : .named("GB18030")
    case 0x05, 0x0E, 0x15, 0x18, 0x1A, 0x1B, 0x1C, 0x24: self = .named("WINDOWS-1250")
    case 0x02, 0x19, 0x22, 0x23, 0x2F: self = .named("WINDOWS-1251")
    case 0x08: self = .named("WINDOWS-1253")
    case 0x1F, 0x2C: self = .named("WINDOWS-1254")
    case 0x0D: self = .named("WINDOWS-1255")
    case 0x01, 0x20, 0x29: self = .named("WINDOWS-1256")
    case 0x25, 0x26, 0x27: self = .named("WINDOWS-1257")
    case 0x11: self = .named("CP932")
    case 0x12: self = .named("CP949")
    case 0x1E: self = .named("CP874")
    default: self = .windows1252
    }
  }
}
