package import Attributes

extension AttributeName {
  /// The attribute that somebody calls by one of its names, or by a keyword of free text: `size`, `author`. Of a keyword for several
  /// attributes, the first.
  package init(calling name: String) {
    self.init(name)
    if case .custom = self, let key = SearchKeyword(named: name)?.attributes.first { self = .known(key) }
  }

  /// `nil` for a program's own key.
  var key: AttributeKey? {
    if case .known(let key) = self { key } else { nil }
  }
}
