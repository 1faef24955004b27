// SPDX-License-Identifier: Apache-2.0

import FileIndexing
import IndexStore
import LogMessages
import Synchronization
import SystemPlatform
import TranslationTables
import WordVectors

/// Makes tables of translations from the dictionaries that are installed, while nothing else is to be done. Vectors of documents are then made again
/// with the words of these languages, see ``Maintainer``.
final class TranslationUpkeep: Sendable {
  private let log: Log
  private let dictionaries: Path?
  /// When the folder of dictionaries was last changed, as far as its dictionaries are in tables.
  private let done = Mutex<Int64?>(nil)

  /// - Parameter isOfSystem: Whether the index is that of the system, in which nothing is found by meaning.
  init(log: Log, isOfSystem: Bool) {
    self.log = log
    dictionaries = isOfSystem ? nil : InstalledDictionary.installedFolder
  }

  /// Makes the tables that are missing or outdated. Errors are logged once, and again after the dictionaries were changed.
  ///
  /// - Parameter mayContinue: Called often; may wait. If it returns `false`, the rest is left to the next call.
  func run(for store: Store, mayContinue: () -> Bool) {
    guard let dictionaries, let folder = WordVectorModel.translationsFolder, let model = WordVectorModel.installedWithoutTranslations else {
      return
    }
    let changed = lastChange(of: dictionaries)
    guard done.withLock({ $0 != changed }) else { return }
    do throws(StoreError) {
      guard try store.read({ snapshot throws(StoreError) in try snapshot.comparesMeanings }) else { return }
    } catch {
      // The maintenance of the store reports it.
      return
    }
    var isComplete = true
    do throws(SystemError) {
      try TranslationUpdate.run(model, from: dictionaries, to: folder) { [log] outcome in
        switch outcome {
        case .made(let language, let words): log.write(.dictionary, "\(words) words of the language '\(language)' have translations")
        case .removed(let language): log.write(.dictionary, "the dictionary of the language '\(language)' is gone")
        case .failed(_, let error): log.write(.problem, "\(error.description)")
        }
      } mayContinue: {
        isComplete = mayContinue()
        return isComplete
      }
    } catch {
      log.write(.problem, "\(error.reason) \(path: error.path?.bytes ?? [])")
    }
    if isComplete { done.withLock { $0 = changed } }
  }

  /// - Returns: 0 if there is no such folder.
  private func lastChange(of folder: Path) -> Int64 {
    do throws(SystemError) { return try ReadableFile(folder).modified } catch { return 0 }
  }
}
