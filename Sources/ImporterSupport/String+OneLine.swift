extension String {
  /// The text as a browser displays a title: each run of white space, including newlines and
  /// no-break spaces, becomes one space, and leading and trailing white space is removed.
  ///
  /// Users who search for a title type ordinary spaces.
  package var oneLine: String {
    var scalars = UnicodeScalarView()
    for word in unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
      if !scalars.isEmpty { scalars.append(" ") }
      scalars.append(contentsOf: word)
    }
    return String(scalars)
  }
}
