extension ChangeBatch {
  /// Whether never-index markers came or went.
  var hasMarkers: Bool { places.contains(where: \.isMarker) }
}

extension ChangeBatch.Place {
  /// Whether it is that of a never-index marker, which decides whether anything else in the directory is indexed.
  var isMarker: Bool { name == ExclusionRules.neverIndexMarker }
}
