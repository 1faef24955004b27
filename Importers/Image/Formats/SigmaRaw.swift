// SPDX-License-Identifier: Apache-2.0

internal import ImporterSupport

/// Raw photographs of Sigma cameras (X3F): a header with the size, and sections, whose directory is at
/// the end. The first two cameras have a section of properties, later ones EXIF in a JPEG preview.
enum SigmaRaw {
  private static let maximumSectionCount = 64

  static func read(_ file: FileBytes) -> ImageFacts {
    var facts = ImageFacts()
    let number = { (offset: Int) in file.integer(at: offset, as: UInt32.self, .little).map(Int.init) }
    // The upper half of the version is the main number.
    let size = (number(4) ?? 0) >> 16 < 4 ? 28 : 40
    (facts.width, facts.height) = (number(size), number(size + 4))
    facts.isTurned = number(size + 8).map { !$0.isMultiple(of: 180) } ?? false
    facts.colorSpace = .rgb
    facts.hasAlpha = false

    guard let directory = number(file.count - 4), file.bytes(at: directory, count: 4).has("SECd"), let count = number(directory + 8) else {
      return facts
    }
    for index in 0..<min(count, maximumSectionCount) {
      let entry = directory + 12 + 12 * index
      guard let start = number(entry), let length = number(entry + 4) else { break }
      let section = FileBytes(file, start..<(start + length))
      switch String(decoding: file.bytes(at: entry + 8, count: 4), as: UTF8.self) {
      case "PROP": facts.camera = SigmaProperties(section).camera
      case "IMAG", "IMA2":
        // The pixels of a preview follow a header of 28 bytes.
        guard section.bytes(at: 28, count: 2) == [0xFF, 0xD8] else { break }
        let preview = JPEG.read(FileBytes(section, 28..<section.count))
        facts.exif = facts.exif ?? preview.exif
        facts.xmp = facts.xmp ?? preview.xmp
      default: break
      }
    }
    return facts
  }
}
