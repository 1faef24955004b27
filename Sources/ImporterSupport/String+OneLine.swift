extension String {
  /// The text as a browser shows a title: each run of white space, line ends and no-break spaces included, is one space; none is at the ends.
  ///
  /// Whoever searches for a title types ordinary spaces.
  package var oneLine: String {
    var scalars = UnicodeScalarView()
    for word in unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
      if !scalars.isEmpty { scalars.append(" ") }
      scalars.append(contentsOf: word)
    }
    return String(scalars)
  }
}
