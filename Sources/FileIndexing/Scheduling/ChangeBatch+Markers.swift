extension ChangeBatch {
  /// Whether never-index markers were created or removed.
  var hasMarkers: Bool { entries.contains(where: \.isMarker) }
}

extension ChangeBatch.Entry {
  /// Whether the entry is a never-index marker, which decides whether other entries of the
  /// directory are indexed.
  var isMarker: Bool { name == ExclusionRules.neverIndexMarker }
}
