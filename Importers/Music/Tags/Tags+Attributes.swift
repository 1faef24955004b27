// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation
internal import ImporterSupport

extension Tags {
  func fill(_ attributes: CSSearchableItemAttributeSet) {
    attributes.title = first(of: "TITLE")?.first?.oneLine
    attributes.authorNames = first(of: "ARTIST", "AUTHOR")?.map(\.oneLine)
    attributes.album = first(of: "ALBUM")?.first?.oneLine
    attributes.composer = joined("COMPOSER")
    attributes.lyricist = joined("LYRICIST")
    attributes.musicalGenre = joined("GENRE")
    attributes.comment = comments.isEmpty ? nil : comments.joined(separator: "\n")
    attributes.contentDescription = first(of: "DESCRIPTION")?.first
    attributes.copyright = first(of: "COPYRIGHT")?.first
    attributes.publishers = first(of: "PUBLISHER", "ORGANIZATION", "LABEL", "WM/PUBLISHER")
    let performers = all("PERFORMER")
    if !performers.isEmpty { attributes.performers = performers }
    let known = (attributes.authorNames ?? []) + performers
    let others = ["ALBUMARTIST", "CONDUCTOR", "ENSEMBLE"].flatMap(all).map(\.oneLine).filter { !known.contains($0) }
    if !others.isEmpty { attributes.contributors = others.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
    attributes.languages = first(of: "LANGUAGE")?.languageTags
    attributes.audioEncodingApplication = first(of: "ENCODER", "ENCODING", "ENCODEDBY")?.first
    attributes.keySignature = first(of: "INITIALKEY", "KEY")?.first
    attributes.tempo = first(of: "BPM", "TEMPO")?.first.flatMap { Double($0) }.flatMap { $0 > 0 ? $0 as NSNumber : nil }
    attributes.audioTrackNumber = first(of: "TRACKNUMBER")?.first.flatMap(Self.leadingNumber).map { $0 as NSNumber }
    // The schema has no attribute for it.
    if let disc = first(of: "DISCNUMBER", "DISC")?.first.flatMap(Self.leadingNumber), let key = CSCustomAttributeKey(keyName: "DiscNumber")
    {
      attributes.setValue(disc as NSNumber, forCustomKey: key)
    }
    if let rating = Rating.stars(self) { attributes.rating = rating as NSNumber }
    fillDate(attributes)
  }

  private func fillDate(_ attributes: CSSearchableItemAttributeSet) {
    guard let text = first(of: "DATE", "YEAR", "ORIGINALDATE")?.first else { return }
    let parts = text.split { !$0.isNumber }.prefix(3).map { Int($0) ?? 0 }
    guard let year = parts.first, (1000...9999).contains(year) else { return }
    attributes[.recordingYear] = year as NSNumber
    guard parts.count == 3, (1...12).contains(parts[1]), (1...31).contains(parts[2]) else { return }
    // Uses the C library, which knows the rules of time zones without loading ICU's data.
    var day = unsafe tm(
      tm_sec: 0, tm_min: 0, tm_hour: 0, tm_mday: Int32(parts[2]), tm_mon: Int32(parts[1] - 1), tm_year: Int32(year - 1900), tm_wday: 0,
      tm_yday: 0, tm_isdst: -1, tm_gmtoff: 0, tm_zone: nil)
    attributes.recordingDate = unsafe Date(timeIntervalSince1970: TimeInterval(mktime(&day)))
  }

  private func joined(_ name: String) -> String? {
    first(of: name)?.joined(separator: ", ").oneLine
  }

  /// 3 for `3/12`.
  private static func leadingNumber(_ text: String) -> Int? {
    Int(text.prefix { $0.isNumber })
  }
}
