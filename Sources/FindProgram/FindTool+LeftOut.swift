// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IndexStore
import LogMessages
import SystemPlatform

/// What the index does not have, for people who ask for hidden or ignored files.
///
/// A search always finds the hidden and ignored files that the index has. Which ones these are, the configuration decides.
extension FindTool {
  /// Maximum number of names in a message.
  private static let shownNames = 5

  /// Names what is in the searched folders, and not in the index. What is further below is not looked at.
  ///
  /// - Parameter folders: Empty for all folders of the index.
  func reportLeftOut(_ folders: [[UInt8]], in store: Store) throws {
    guard invocation.has("hidden") || invocation.has("no-ignore") else { return }
    for folder in folders.isEmpty ? try store.read({ snapshot throws(StoreError) in try snapshot.roots() }) : folders {
      let names: [FileName]
      do throws(SystemError) {
        names = try Directory.names(in: Path(folder))
      } catch {
        tool.report("\(PrintableText.path(folder)): cannot be listed to find what the index does not have: \(error)")
        continue
      }
      let missing = try store.read { snapshot throws(StoreError) in
        var missing: [FileName] = []
        for name in names where try !snapshot.contains(folder + [UInt8(ascii: "/")] + name.bytes) { missing.append(name) }
        return missing.sorted()
      }
      let hidden = missing.filter(\.isHidden)
      if invocation.has("hidden"), !hidden.isEmpty {
        let advice = "'hidden = yes' in \(try environment.configurationFile()) indexes them, except caches, keys and the trash"
        tool.report("\(PrintableText.path(folder)): hidden, and not in the index: \(Self.list(hidden)); \(advice)")
      }
      let others = missing.filter { !$0.isHidden }
      if invocation.has("no-ignore"), !others.isEmpty {
        let path = PrintableText.argument(folder + [UInt8(ascii: "/")] + others[0].bytes)
        tool.report(
          "\(PrintableText.path(folder)): not in the index: \(Self.list(others)); 'mdutil --explain \(path)' names the setting that leaves it out"
        )
      }
    }
  }

  private static func list(_ names: [FileName]) -> String {
    let shown = names.prefix(shownNames).map { PrintableText.path($0.bytes) }.joined(separator: ", ")
    return names.count > shownNames ? "\(shown) and \(names.count - shownNames) more" : shown
  }
}
