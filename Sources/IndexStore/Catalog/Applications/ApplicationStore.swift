// SPDX-License-Identifier: Apache-2.0

internal import LogMessages
internal import SystemPlatform

/// Names a store of items: the program, its index, and the protection of the index.
///
/// The folders are the registry of application stores:
///
///     $XDG_DATA_HOME/searchlight/applications/BUNDLE/INDEX/PROTECTION/
package struct ApplicationStore: Hashable, Sendable {
  /// The identifier of the program, such as `org.example.Recipes`.
  package var bundle: String
  package var index: IndexName
  package var protection: Protection

  /// When the items may be read. Only unprotected items are found by other programs.
  package enum Protection: String, Sendable, CaseIterable {
    case none
    case complete
    case completeUnlessOpen
    case completeUntilFirstUserAuthentication
  }

  package init(bundle: String, index: IndexName, protection: Protection) {
    self.bundle = bundle
    self.index = index
    self.protection = protection
  }

  /// The store's folder.
  ///
  /// - Parameter root: The folder of all application stores.
  package func path(in root: String) -> String {
    root + "/" + Self.fileName(bundle) + "/" + index.component + "/" + protection.rawValue
  }

  /// The address of an item for people and for the program that opens it.
  package func address(ofItem identifier: String) -> String {
    let index = index == .default ? "" : index.component
    return Self.scheme + PercentEncoding.encoded(bundle) + "/" + index + "/" + PercentEncoding.encoded(identifier)
  }

  /// The store and the identifier of the item with an address; `nil` if the bytes are not the
  /// address of an item.
  ///
  /// An address does not name a protection class, so the store is the unprotected one.
  package static func item(at address: [UInt8]) -> (store: ApplicationStore, identifier: String)? {
    guard let address = String(validating: address, as: UTF8.self), address.hasPrefix(scheme) else { return nil }
    let parts = address.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count == 3, let bundle = PercentEncoding.text(parts[0]), let identifier = PercentEncoding.text(parts[2]),
      let index = parts[1].isEmpty ? .default : IndexName(component: parts[1])
    else { return nil }
    return (ApplicationStore(bundle: bundle, index: index, protection: .none), identifier)
  }

  package static let scheme = "searchlight://"

  /// The application stores in a folder, in the order of their names; empty if there is no such
  /// folder.
  ///
  /// - Parameter bundle: Only the stores of this program; `nil` for all programs.
  package static func all(in root: String, of bundle: String? = nil) throws(StoreError) -> [ApplicationStore] {
    var stores: [ApplicationStore] = []
    let bundles = if let bundle { [fileName(bundle)] } else { try subfolders(root) }
    for folder in bundles {
      guard let bundle = name(fileName: folder) else { continue }
      for indexFolder in try subfolders(root + "/" + folder) {
        guard let index = IndexName(component: indexFolder) else { continue }
        for name in try subfolders(root + "/" + folder + "/" + indexFolder) {
          guard let protection = Protection(rawValue: name) else { continue }
          stores.append(ApplicationStore(bundle: bundle, index: index, protection: protection))
        }
      }
    }
    return stores
  }

  /// Wakes those who keep application stores usable: something was lost or damaged.
  ///
  /// - Parameter root: The folder of all application stores.
  package static func announceDamage(in root: String) { Path(root).touchIfPossible() }

  /// Wakes those who keep application stores usable, unless they were woken lately: programs have written
  /// to stores, and no longer run.
  package static func announceOutdatedFilters(in root: String) {
    guard let facts = FileFacts(at: Path(root)), abs(UnixTime.now - facts.modified.seconds) > announcementInterval else { return }
    announceDamage(in: root)
  }

  /// In seconds.
  private static let announcementInterval = 60

  /// The names in a folder in order; none if it does not exist or is a file.
  private static func subfolders(_ path: String) throws(StoreError) -> [String] {
    do throws(StoreError) {
      return try namesInFolder(path).sorted()
    } catch {
      if case .system(_, _, let code) = error, Errno(code).isMissing { return [] }
      throw error
    }
  }

  // MARK: Names

  /// A name as a component of a path: letters, digits and `.-_` remain; other bytes are written as
  /// in URLs. A name cannot begin with a full stop, and the empty name is `=`.
  static func fileName(_ name: String) -> String {
    let encoded = PercentEncoding.encoded(name)
    return encoded.isEmpty ? "=" : encoded.first == "." ? "%2E" + encoded.dropFirst() : encoded
  }

  /// - Returns: `nil` for a file name that no name has.
  private static func name(fileName: String) -> String? {
    fileName == "=" ? "" : PercentEncoding.text(fileName)
  }
}
