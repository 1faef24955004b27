// SPDX-License-Identifier: Apache-2.0

package import CommandLine
package import Finders
package import IndexStore
package import ShellSearch
internal import SystemSearch

/// The indexes that a user searches, opened as they are now.
package struct IndexLookup: Sendable {
  package let environment: ToolEnvironment
  let reporter: Reporter

  package init(_ environment: ToolEnvironment, _ reporter: Reporter) { (self.environment, self.reporter) = (environment, reporter) }

  /// The user's index of files; `nil` if it cannot be searched, which was reported. Nobody waits here for an index to be made.
  package func files() -> Store? {
    do {
      return try Store.open(try environment.store(nil), .read)
    } catch {
      reporter.report("\(error)")
      return nil
    }
  }

  /// Makes systemd start the daemon, if the user has enabled that.
  package func startDaemon() {
    do {
      let path = try environment.store(nil)
      try StartSocket(environment, besides: nil)?.startDaemon(of: path, waiting: 0)
    } catch {
      reporter.report("the daemon is not started: \(error)")
    }
  }

  /// The folder of the items of programs; `nil` if there is none, which was reported.
  package var applications: String? {
    do {
      return try environment.applications()
    } catch {
      reporter.report("\(error)")
      return nil
    }
  }

  /// The system's index; `nil` if there is none.
  package func system(beside own: Store?) -> SystemFinder? {
    guard environment.value(of: "SEARCHLIGHT_STORE") == nil, let index = SystemIndex(socket: environment.querySocket) else { return nil }
    return SystemFinder(index, own: own, synchronizationTime: nil, environment: environment) { [reporter] in reporter.report($0) }
  }

  /// The document that an identifier names; `nil` if the user's indexes do not have it.
  package func hit(_ identifier: ResultIdentifier) -> FoundHit? {
    do throws(StoreError) {
      let location = identifier.location
      switch identifier {
      case .file:
        guard let store = files() else { return nil }
        let reference = try store.read { snapshot throws(StoreError) in try snapshot.reference(for: location) }
        return reference.map { .stored(SearchHit(reference: $0, path: location), store) }
      case .item:
        guard let item = ApplicationStore.item(at: location), let folder = applications else { return nil }
        let store = try Store.open(item.store.path(in: folder), .read)
        let reference = try store.read { snapshot throws(StoreError) in try snapshot.reference(ofItem: item.identifier) }
        return reference.map { .stored(SearchHit(reference: $0, path: location), store) }
      }
    } catch {
      // A store that does not exist has no item.
      if case .notFound = error { return nil }
      reporter.report("\(error)")
      return nil
    }
  }

  /// Whether any index has a document.
  package func has(_ identifier: ResultIdentifier) -> Bool {
    if hit(identifier) != nil { return true }
    guard case .file(let path) = identifier, let system = system(beside: nil) else { return false }
    // A file counts as a folder that contains itself.
    return system.states(of: [path])[path].map { $0 != .unknown } ?? false
  }
}
