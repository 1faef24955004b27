// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Markup

/// Tags under names that the schema does not have: those of `TXXX` frames, free-form items and comments of Vorbis.
extension Tags {
  /// Tags that attributes contain already, and technical ones.
  private static let used: Set = [
    "TITLE", "ARTIST", "AUTHOR", "ALBUM", "COMPOSER", "LYRICIST", "GENRE", "COMMENT", "DESCRIPTION", "COPYRIGHT", "PUBLISHER",
    "PERFORMER", "ALBUMARTIST", "CONDUCTOR", "ENSEMBLE", "LANGUAGE", "ENCODER", "ENCODING",
    "ENCODEDBY", "INITIALKEY", "KEY", "BPM", "TEMPO", "TRACKNUMBER", "DISCNUMBER", "DISC", "DATE", "YEAR", "CODEC", "POPM", "RATING",
    "FMPS_RATING", "WM/SHAREDUSERRATING", "LENGTH", "TRACKTOTAL", "DISCTOTAL", "METADATA_BLOCK_PICTURE", "COVERART", "COVERARTMIME",
    "WAVEFORMATEXTENSIBLE_CHANNEL_MASK", "VENDOR",
  ]
  private static let usedPrefixes = [
    "COMMENT:", "PERFORMER:", "LYRICS", "UNSYNCEDLYRICS", "WM/LYRICS", "CHAPTER", "REPLAYGAIN_", "R128_", "ITUNNORM", "ITUNSMPB",
    "ITUNES_CDDB", "ACCURATERIP", "WM/MEDIA", "WM/PROVIDER", "WM/UNIQUEFILE", "WMFSDK", "ASFLEAKYBUCKET", "DEVICECONFORMANCE",
    "ISVBR", "PEAKVALUE", "AVERAGELEVEL", "MAJOR_BRAND", "MINOR_VERSION", "COMPATIBLE_BRANDS",
  ]

  /// Names that mean something else than in documents.
  private static let meanings = ["LABEL": "publisher", "ORGANIZATION": "publisher", "WM/PUBLISHER": "publisher"]

  /// Stores the other tags.
  ///
  /// - Returns: Texts that are too long for attributes.
  func fillNamed(_ attributes: CSSearchableItemAttributeSet) -> [String] {
    var longTexts: [String] = []
    for (name, texts) in all where !Self.used.contains(name) && !Self.usedPrefixes.contains(where: name.hasPrefix) {
      // What a name in the file begins with: a description, or the scope of the program that defined it.
      let name = Self.meanings[name] ?? name.split(whereSeparator: { ":/".contains($0) }).last.map(String.init) ?? name
      for text in texts where !attributes.take(text, named: name) { longTexts.append(text) }
    }
    return longTexts
  }
}
