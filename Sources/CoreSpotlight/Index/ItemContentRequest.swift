// SPDX-License-Identifier: Apache-2.0

internal import Applications
internal import Attributes
internal import Foundation
internal import IndexStore
internal import UniformTypeIdentifiers

/// The content of an item, which a delegate or an index extension supplies.
struct ItemContentRequest: Sendable {
  let index: CSSearchableIndex
  /// The identifier of the program.
  let bundle: String
  let item: String
  let type: UTType

  /// The attributes that list the types of the content.
  private static let providerKeys: [AttributeKey] = [
    .providerDataTypeIdentifiers, .providerFileTypeIdentifiers, .providerInPlaceFileTypeIdentifiers,
  ]

  /// Waits for the program.
  func answer() throws -> Data {
    guard var store = index.index?.name else { throw CSIndexError(.indexingUnsupported) }
    store.bundle = bundle
    let type = try suppliedType(in: store)
    if bundle == ProgramIdentity.bundleIdentifier, let delegate = index.indexDelegate {
      return try delegate.content(ofItem: item, type: type, in: index)
    }
    guard let found = IndexExtension.of(bundle, in: DataFolders()) else {
      throw failure("\(bundle) has no index extension, which could supply the content of its items.")
    }
    do throws(ExtensionError) {
      guard case .content(let bytes) = try found.answer(to: ExtensionRequest(store, .content(item: item, type: type))) else {
        throw .unknownAnswer
      }
      return Data(bytes)
    } catch {
      throw failure("\(found.identifier): \(error)")
    }
  }

  private func failure(_ reason: String) -> CSIndexError {
    CSIndexError(.remoteConnectionError, userInfo: [NSLocalizedDescriptionKey: reason])
  }

  /// The first type that the item's attributes list and that conforms to the wanted one.
  ///
  /// - Throws: `CSIndexError.invalidItemError` if the index does not have the item, or the item has no
  ///   content of the type.
  private func suppliedType(in store: ApplicationStore) throws -> String {
    let listed = try listedTypes(in: store)
    guard !listed.isEmpty, !listed.contains(type.identifier) else { return type.identifier }
    guard let conforming = listed.first(where: { UTType($0)?.conforms(to: type) == true }) else {
      throw CSIndexError(
        .invalidItemError, userInfo: [NSLocalizedDescriptionKey: "The item \(item) has no content of the type \(type.identifier)."])
    }
    return conforming
  }

  private func listedTypes(in store: ApplicationStore) throws -> [String] {
    guard let folder = ProgramIdentity.storesFolder else { return [] }
    var found: FoundItem?
    do throws(StoreError) {
      found = try Store.open(store.path(in: folder), .read).read { snapshot throws(StoreError) in
        guard let reference = try snapshot.reference(ofItem: item, at: Int64(Date().timeIntervalSince1970)) else { return nil }
        return try FoundItem(reference, snapshot, Self.providerKeys.map { .known($0) })
      }
    } catch .notFound {
      // The program has no such index, so it has no such item.
    } catch {
      throw CSIndexError(error, in: store)
    }
    guard let found else {
      throw CSIndexError(.invalidItemError, userInfo: [NSLocalizedDescriptionKey: "The index has no item \(item)."])
    }
    let attributes = found.searchableItem().attributeSet
    return (attributes.providerDataTypeIdentifiers ?? []) + (attributes.providerFileTypeIdentifiers ?? [])
      + (attributes.providerInPlaceFileTypeIdentifiers ?? [])
  }
}
