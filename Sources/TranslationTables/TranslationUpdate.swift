// SPDX-License-Identifier: Apache-2.0

package import SystemPlatform
package import WordVectors

/// Keeps the user's tables of translations those of the dictionaries that are installed.
package enum TranslationUpdate {
  /// What was done with the table of a language.
  package enum Outcome: Sendable, Equatable {
    case made(language: String, words: Int)
    case removed(language: String)
  }

  /// Makes the table of each dictionary that has none, or that was replaced, and removes those of dictionaries that are gone.
  ///
  /// A table is replaced as a whole, so that other processes and a later run find the old or the new one.
  ///
  /// - Parameters:
  ///   - dictionaries: The folder of dictionaries.
  ///   - folder: That of the tables. It is created if a table is to be written and its parent exists.
  ///   - onOutcome: Called after each change.
  ///   - mayContinue: Called often; may wait. If it returns `false`, the rest is left to the next run.
  package static func run(
    _ model: WordVectorModel, from dictionaries: Path, to folder: Path, onOutcome: (Outcome) -> Void, mayContinue: () -> Bool
  ) throws(DictionaryError) {
    let installed: [InstalledDictionary]
    var tables: [FileName]
    do throws(SystemError) {
      installed = try InstalledDictionary.all(in: dictionaries)
      tables = try names(in: folder)
    } catch {
      throw .system(error)
    }
    for dictionary in installed.prefix(WordVectorModel.maximumLanguageCount) {
      tables.removeAll { $0.text == dictionary.language }
      let table = Path("\(folder.text)/\(dictionary.language)")
      do throws(SystemError) {
        if try isCurrent(table, of: dictionary, model) { continue }
      } catch {
        throw .system(error)
      }
      guard let bytes = try TranslationTable.make(dictionary, for: model, mayContinue: mayContinue) else { return }
      do throws(SystemError) {
        try folder.createFolderIfMissing()
        try DurableFile.replace(table, with: bytes, through: Path("\(folder.text)/.\(dictionary.language)"))
      } catch {
        throw .system(error)
      }
      let made = try? WordTranslations(path: table, for: model)
      onOutcome(.made(language: dictionary.language, words: made?.count ?? 0))
    }
    for name in tables where !name.isHidden {
      do throws(SystemError) { try DurableFile.remove(Path("\(folder.text)/\(name.text)")) } catch { throw .system(error) }
      onOutcome(.removed(language: name.text))
    }
  }

  private static func names(in folder: Path) throws(SystemError) -> [FileName] {
    do throws(SystemError) {
      return try Directory.names(in: folder)
    } catch {
      if error.code.isMissing { return [] }
      throw error
    }
  }

  private static func isCurrent(_ table: Path, of dictionary: InstalledDictionary, _ model: WordVectorModel) throws(SystemError) -> Bool {
    let state = try dictionary.state()
    // A damaged table, and that of another model, are made again.
    guard let known = try? WordTranslations(path: table, for: model) else { return false }
    return known.source == state
  }
}
