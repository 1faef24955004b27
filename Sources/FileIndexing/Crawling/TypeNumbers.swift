// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import UniformTypeIdentifiers

/// A cache of the catalog's numbers of content types.
struct TypeNumbers {
  /// By the type's index in its database; `nil` for a type that was not looked up yet.
  private var numbers: [TypeID?] = []

  /// The number of a type in the catalog. Adds the type to the catalog if it is new.
  mutating func number(of type: FileType, in transaction: borrowing WriteTransaction) throws(StoreError) -> TypeID {
    if type.index < numbers.count, let number = numbers[type.index] { return number }
    let number = try transaction.typeID(for: ContentType(type))
    while numbers.count <= type.index { numbers.append(nil) }
    numbers[type.index] = number
    return number
  }
}

extension ContentType {
  init(_ type: FileType) {
    self.init(
      identifier: type.identifier, mimeType: type.mimeType, tree: type.tree, kind: type.kind,
      group: type.groupID.map { UInt8(clamping: $0) })
  }
}
