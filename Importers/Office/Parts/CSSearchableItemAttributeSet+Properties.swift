// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport

extension CSSearchableItemAttributeSet {
  /// Sets a property that the author of a document defined. Queries find it by its name, with `_`
  /// instead of characters that names of attributes do not have.
  func setCustom(_ name: String, _ text: String) {
    let isAllowed = { (character: Character) in character.isASCII && (character.isLetter || character.isNumber) }
    let key = String(name.prefix(64).map { isAllowed($0) ? $0 : "_" })
    let value = text.oneLine
    guard value.utf8.count <= 4096, key.contains(where: isAllowed) else { return }
    guard let key = CSCustomAttributeKey(keyName: key, searchable: true, searchableByDefault: true, unique: false, multiValued: false)
    else { return }
    setValue(value as NSString, forCustomKey: key)
  }
}
