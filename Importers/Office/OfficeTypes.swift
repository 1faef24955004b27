// SPDX-License-Identifier: Apache-2.0

internal import UniformTypeIdentifiers

/// The types that the importer claims, and what they say about their files.
struct OfficeTypes {
  /// Types whose files are certainly documents in one of the formats that the importer reads. What contradicts that is damage.
  static let strict =
    [
      "com.amazon.mobi-ebook", "com.amazon.mobi8-ebook", "com.microsoft.excel.xls", "com.microsoft.excel.xlt",
      "com.microsoft.powerpoint.pot", "com.microsoft.powerpoint.pps", "com.microsoft.powerpoint.ppt", "com.microsoft.project.mpp",
      "com.microsoft.word.doc", "com.microsoft.word.dot", "com.microsoft.xps", "org.fictionbook.fb2", "org.idpf.epub-container",
      "org.oasis-open.opendocument", "org.openxmlformats.openxml",
    ] + LayeredPicture.contentTypes

  /// Types of documents of which the importer reads some formats, or whose name others share.
  static let others =
    [
      "com.apple.iwork.keynote.sffkey", "com.apple.iwork.numbers.sffnumbers", "com.apple.iwork.pages.sffpages", "com.apple.pkpass-data",
      "com.apple.property-list", "com.apple.web-internet-location", "com.apple.webarchive", "public.xml",
    ]
    + [
      "application/vnd.hancom.hwpx", "application/vnd.ms-publisher", "application/vnd.ms-visio.drawing.macroEnabled.main+xml",
      "application/vnd.ms-visio.drawing.main+xml", "application/vnd.ms-visio.stencil.macroEnabled.main+xml",
      "application/vnd.ms-visio.stencil.main+xml", "application/vnd.ms-visio.template.macroEnabled.main+xml",
      "application/vnd.ms-visio.template.main+xml", "application/vnd.sun.xml.calc", "application/vnd.sun.xml.calc.template",
      "application/vnd.sun.xml.draw", "application/vnd.sun.xml.draw.template", "application/vnd.sun.xml.impress",
      "application/vnd.sun.xml.impress.template", "application/vnd.sun.xml.math", "application/vnd.sun.xml.writer",
      "application/vnd.sun.xml.writer.global", "application/vnd.sun.xml.writer.template", "application/vnd.visio", "application/x-abiword",
      "application/x-dia-diagram", "application/x-gnucash", "application/x-gnumeric", "application/x-hwp", "application/x-hwt",
      "application/vnd.xmind.workbook",
    ].compactMap { UTType(mimeType: $0)?.identifier }

  /// Files that no other importer claims.
  static let general = ["public.data"]

  /// What a type says about its files.
  enum Kind {
    case strict
    case other
    case any
  }

  /// By type, because finding out takes as long as reading a short file.
  private var kinds: [String: Kind] = [:]
  private var texts: [String: Bool] = [:]
  private static let maximumCount = 4096

  mutating func kind(of type: String) -> Kind {
    if let known = kinds[type] { return known }
    if kinds.count == Self.maximumCount { kinds = [:] }
    let tree = Set(TypeDatabase.shared.tree(forIdentifier: type) + [type])
    // Any XML may begin like a document.
    let others = Self.others.filter { $0 != "public.xml" && $0 != "com.apple.property-list" }
    let kind: Kind = Self.strict.contains(where: tree.contains) ? .strict : others.contains(where: tree.contains) ? .other : .any
    kinds[type] = kind
    return kind
  }

  /// Whether files of a type are text, so that the importer of texts knows the type.
  mutating func isText(_ type: String) -> Bool {
    if let known = texts[type] { return known }
    if texts.count == Self.maximumCount { texts = [:] }
    let tree = TypeDatabase.shared.tree(forIdentifier: type)
    let isText = tree.contains("public.text") || tree.contains("com.apple.property-list") || type == "com.apple.web-internet-location"
    texts[type] = isText
    return isText
  }

  /// Whether a text is of a kind that nobody searches: keys, certificates, the points of a model.
  func isNumbersOrKeys(_ type: String, _ head: [UInt8]) -> Bool {
    if head.starts(with: "-----BEGIN ".utf8) { return true }
    let tree = TypeDatabase.shared.tree(forIdentifier: type)
    return tree.contains("public.3d-content") || tree.contains("public.x509-certificate")
  }
}

/// Telling text from other data.
enum PlainText {
  /// Whether the first bytes of a file are those of a text: certainly no binary data.
  static func isText(_ head: [UInt8]) -> Bool {
    if head.isEmpty { return false }
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return head.count > 2 }
    let isControl = { (byte: UInt8) in byte == 0x7F || byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1B }
    guard !head.contains(where: isControl) else { return false }
    let others = head.count { $0 >= 0x7F }
    if others == 0 { return true }
    // A character may be cut at the end.
    if String(validating: head.dropLast(min(3, head.count)), as: UTF8.self) != nil || String(validating: head, as: UTF8.self) != nil {
      return true
    }
    if (1...3).contains(where: { String(validating: head.dropLast($0), as: UTF8.self) != nil }) { return true }
    return head.count >= 64 && others * 3 < head.count
  }
}
