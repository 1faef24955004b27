// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation
internal import ImporterSupport
internal import Markup

extension ImageFacts {
  /// Sets the attributes from the facts and the metadata blocks.
  ///
  /// Texts of the container take precedence over EXIF, EXIF over XMP, and XMP over the older IPTC.
  /// XMP and IPTC only set attributes that are still absent. The description is an exception: that
  /// of XMP is from a person, but cameras and programs write their names into that of EXIF. Of
  /// keywords, those of XMP and of IPTC count together, because programs often write only one of them.
  ///
  /// - Returns: Texts that are too long for attributes.
  func fill(_ attributes: CSSearchableItemAttributeSet) -> [String] {
    var resolution = resolution
    var isTurned = isTurned
    var windows: WindowsProperties?
    if let exif, let block = EXIF(exif) {
      block.fillCamera(attributes)
      block.fillPosition(attributes)
      resolution = resolution ?? block.resolution
      // HEIF has its own property for rotation, and its EXIF repeats it.
      isTurned = isTurned || block.isTurned
      windows = WindowsProperties(block)
    }
    camera?.fill(attributes)
    for packet in [xmp, extendedXMP].compactMap(\.self) { if let packet = XMP(packet) { packet.fill(attributes) } }
    attributes.setTexts(Dictionary(grouping: texts.filter { !$0.text.isEmpty }) { $0.keyword.lowercased() }.mapValues { $0.map(\.text) })
    if let iptc, let datasets = IPTC(iptc) { datasets.fill(attributes) }
    windows?.fill(attributes)
    if attributes.comment == nil { attributes.comment = comments.first { !$0.isEmpty } }
    // Also the texts of programs that make pictures, such as `prompt` and `parameters`.
    let others = Self.furtherTexts(texts) + comments.map { ("Comment", $0) }
    let longTexts = others.filter { !attributes.take($0.text, named: $0.keyword) }.map(\.text)

    if let width, let height, width > 0, height > 0 {
      attributes.pixelWidth = width as NSNumber
      attributes.pixelHeight = height as NSNumber
      let (count, overflow) = width.multipliedReportingOverflow(by: height)
      if !overflow { attributes.pixelCount = count as NSNumber }
      let isPortrait = isTurned ? width > height : height > width
      attributes.orientation = (isPortrait ? 1 : 0) as NSNumber
    }
    attributes.pageCount = pageCount.map { $0 as NSNumber }
    attributes.bitsPerSample = bitsPerSample.map { $0 as NSNumber }
    attributes.colorSpace = colorSpace?.rawValue
    attributes.hasAlphaChannel = hasAlpha.map { ($0 ? 1 : 0) as NSNumber }
    attributes.profileName = profileName
    attributes.resolutionWidthDPI = resolution.map { $0.width as NSNumber }
    attributes.resolutionHeightDPI = resolution.map { $0.height as NSNumber }
    return longTexts
  }

  /// The texts that ``setTexts(_:)`` does not use.
  private static func furtherTexts(_ texts: [(keyword: String, text: String)]) -> [(keyword: String, text: String)] {
    var seen: Set<String> = []
    return texts.filter { keyword, text in
      let name = keyword.lowercased()
      if listKeywords.contains(name) || text.isEmpty { return false }
      // Of the others that it uses, it uses the first text.
      return !singleKeywords.contains(name) || !seen.insert(name).inserted
    }
  }

  private static let listKeywords: Set = ["artist", "author", "keyword", "language"]
  private static let singleKeywords: Set = ["title", "description", "copyright", "software", "comment", "source", "creation time"]
}

extension CSSearchableItemAttributeSet {
  /// Maximum number of keywords of a picture.
  private static let maximumKeywordCount = 1000

  /// Adds those that are not there yet.
  fileprivate func addKeywords(_ texts: [String]) {
    let known = keywords ?? []
    var seen = Set(known)
    let added = texts.filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(max(0, Self.maximumKeywordCount - known.count))
    if !added.isEmpty { keywords = known + added }
  }

  /// Sets attributes from the container's texts, by keywords that are mostly defined by PNG, in
  /// lower case.
  fileprivate func setTexts(_ texts: [String: [String]]) {
    title = texts["title"]?.first?.oneLine ?? title
    authorNames = (texts["author"] ?? texts["artist"])?.map(\.oneLine) ?? authorNames
    contentDescription = texts["description"]?.first ?? contentDescription
    copyright = texts["copyright"]?.first ?? copyright
    creator = texts["software"]?.first ?? creator
    comment = texts["comment"]?.first ?? comment
    acquisitionModel = texts["source"]?.first ?? acquisitionModel
    keywords = texts["keyword"]?.map(\.oneLine) ?? keywords
    languages = texts["language"]?.languageTags ?? languages
    if contentCreationDate == nil, let text = texts["creation time"]?.first {
      contentCreationDate =
        CaptureDate.date(postScript: text) ?? CaptureDate.date(iso: text) ?? CaptureDate.date(words: text)
    }
  }
}

extension IPTC {
  /// Sets the attributes that are still absent.
  func fill(_ attributes: CSSearchableItemAttributeSet) {
    let nonEmpty = { (texts: [String]) in texts.isEmpty ? nil : texts }
    attributes.title = attributes.title ?? text(.objectName)?.oneLine
    attributes.headline = attributes.headline ?? text(.headline)
    attributes.contentDescription = attributes.contentDescription ?? text(.caption)
    attributes.addKeywords(texts(.keywords))
    attributes.authorNames = attributes.authorNames ?? nonEmpty(texts(.byline))
    attributes.instructions = attributes.instructions ?? text(.instructions)
    attributes.city = attributes.city ?? text(.city)
    attributes.stateOrProvince = attributes.stateOrProvince ?? text(.state)
    attributes.country = attributes.country ?? text(.country)
    attributes.copyright = attributes.copyright ?? text(.copyright)
    attributes.creator = attributes.creator ?? text(.program)
    let others: [(Dataset, String)] = [
      (.credit, "Credit"), (.source, "Source"), (.writer, "CaptionWriter"), (.reference, "TransmissionReference"),
      (.sublocation, "Location"),
      (.contact, "Contact"), (.supplementalCategory, "SupplementalCategories"),
    ]
    for (dataset, name) in others { for text in texts(dataset) { attributes.take(text, named: name) } }
    if attributes.contentCreationDate == nil, let day = text(.dateCreated) {
      attributes.contentCreationDate = CaptureDate.date(iptcDay: day, time: text(.timeCreated))
    }
  }
}

extension XMP {
  /// Properties that are stored under their names if they are no attributes.
  private static var namedProperties: [(Schema, [String])] {
    [
      (.dc, ["publisher", "contributor", "identifier", "source", "coverage", "relation", "type"]),
      (.photoshop, ["Credit", "Source", "CaptionWriter", "TransmissionReference", "SupplementalCategories"]),
      (.xmp, ["Label", "Nickname"]), (.xmpRights, ["WebStatement"]), (.iptcCore, ["Location", "IntellectualGenre", "SubjectCode"]),
    ]
  }

  /// Sets the attributes that are still absent, and the description.
  func fill(_ attributes: CSSearchableItemAttributeSet) {
    let nonEmpty = { (texts: [String]) in texts.isEmpty ? nil : texts }
    attributes.title = attributes.title ?? text(.dc, "title")?.oneLine
    attributes.contentDescription = text(.dc, "description") ?? attributes.contentDescription
    attributes.authorNames = attributes.authorNames ?? nonEmpty(texts(.dc, "creator"))
    attributes.addKeywords(keywords)
    attributes.participants = attributes.participants ?? nonEmpty(people)
    attributes.copyright = attributes.copyright ?? text(.dc, "rights")
    attributes.languages = attributes.languages ?? texts(.dc, "language").languageTags
    attributes.creator = attributes.creator ?? text(.xmp, "CreatorTool")
    attributes.headline = attributes.headline ?? text(.photoshop, "Headline")
    attributes.instructions = attributes.instructions ?? text(.photoshop, "Instructions")
    attributes.city = attributes.city ?? text(.photoshop, "City")
    attributes.stateOrProvince = attributes.stateOrProvince ?? text(.photoshop, "State")
    attributes.country = attributes.country ?? text(.photoshop, "Country")
    attributes.acquisitionMake = attributes.acquisitionMake ?? text(.tiff, "Make")
    attributes.acquisitionModel = attributes.acquisitionModel ?? text(.tiff, "Model")
    attributes.lensModel = attributes.lensModel ?? text(.exifEX, "LensModel") ?? text(.aux, "Lens")
    attributes.rights = attributes.rights ?? text(.xmpRights, "UsageTerms")
    for (schema, names) in Self.namedProperties {
      for name in names { for text in texts(schema, name) { attributes.take(text, named: name) } }
    }
    for (name, text) in otherTexts { attributes.setCustom(name, text) }
    fillCamera(attributes)
    fillPosition(attributes)
    if let rating = text(.xmp, "Rating").flatMap({ Double($0) }), (0...5).contains(rating) { attributes.rating = rating as NSNumber }
    if attributes.exifVersion == nil, let version = text(.exif, "ExifVersion"), version.count == 4 {
      attributes.exifVersion = EXIF.version(digits: Array(version.utf8))
    }
    if attributes.contentCreationDate == nil {
      let texts = [text(.exif, "DateTimeOriginal"), text(.photoshop, "DateCreated"), text(.xmp, "CreateDate")]
      attributes.contentCreationDate = texts.lazy.compactMap { $0.flatMap { CaptureDate.date(iso: $0) } }.first
    }
  }
}
