// SPDX-License-Identifier: Apache-2.0

package import Attributes

extension AttributeName {
  /// The attribute with the given name or free-text keyword, such as `size` or `author`. If the
  /// keyword stands for several attributes, the first one.
  package init(calling name: String) {
    self.init(name)
    if case .custom = self, let key = SearchKeyword(named: name)?.attributes.first { self = .known(key) }
  }

  /// `nil` for a custom key.
  var key: AttributeKey? {
    if case .known(let key) = self { key } else { nil }
  }
}
