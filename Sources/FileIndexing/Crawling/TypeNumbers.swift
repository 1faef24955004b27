// SPDX-License-Identifier: Apache-2.0

internal import IndexStore
internal import UniformTypeIdentifiers

/// A cache of the catalog's numbers of content types.
struct TypeNumbers {
  private let types: TypeDatabase
  /// By the type's index in its database; `nil` for a type that was not looked up yet.
  private var numbers: [TypeID?] = []

  init(_ types: TypeDatabase) { self.types = types }

  /// The number of a type in the catalog. Adds the type to the catalog if it is new.
  ///
  /// - Parameter index: An index of the database.
  mutating func number(ofTypeAt index: Int, in transaction: borrowing WriteTransaction) throws(StoreError) -> TypeID {
    if index < numbers.count, let number = numbers[index] { return number }
    let number = try transaction.typeID(for: ContentType(types[index] ?? types.data))
    while numbers.count <= index { numbers.append(nil) }
    numbers[index] = number
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
