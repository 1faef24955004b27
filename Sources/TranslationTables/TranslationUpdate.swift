// SPDX-License-Identifier: Apache-2.0

package import SystemPlatform
package import WordVectors

/// Keeps the user's tables of translations those of the dictionaries that are installed.
package enum TranslationUpdate {
  /// What was done with the table of a language.
  package enum Outcome: Sendable, Equatable {
    case made(language: String, words: Int)
    case removed(language: String)
    /// The dictionary cannot be read, or its table cannot be written. An earlier table stays.
    case failed(language: String, DictionaryError)
  }

  /// Makes the table of each dictionary that has none, or that was replaced, and removes those of dictionaries that are gone.
  ///
  /// A table is replaced as a whole, so that other processes and a later run find the old or the new one.
  ///
  /// - Parameters:
  ///   - dictionaries: The folder of dictionaries.
  ///   - folder: That of the tables. It is created if a table is to be written.
  ///   - onOutcome: Called after each change, and for each dictionary that cannot be used.
  ///   - mayContinue: Called often; may wait. If it returns `false`, the rest is left to the next run.
  /// - Throws: `SystemError` if a folder cannot be listed.
  package static func run(
    _ model: WordVectorModel, from dictionaries: Path, to folder: Path, onOutcome: (Outcome) -> Void, mayContinue: () -> Bool
  ) throws(SystemError) {
    let installed = try InstalledDictionary.all(in: dictionaries).prefix(WordVectorModel.maximumLanguageCount)
    for dictionary in installed {
      do throws(DictionaryError) {
        guard try !isCurrent(table(of: dictionary.language, in: folder), of: dictionary, model) else { continue }
        guard let made = try TranslationTable.make(dictionary, for: model, mayContinue: mayContinue) else { return }
        try write(made.bytes, dictionary.language, folder)
        onOutcome(.made(language: dictionary.language, words: made.wordCount))
      } catch {
        onOutcome(.failed(language: dictionary.language, error))
      }
    }
    for name in try names(in: folder) where !name.isHidden && !installed.contains(where: { $0.language == name.text }) {
      do throws(SystemError) {
        try DurableFile.remove(table(of: name.text, in: folder))
        onOutcome(.removed(language: name.text))
      } catch {
        onOutcome(.failed(language: name.text, .system(error)))
      }
    }
  }

  private static func table(of language: String, in folder: Path) -> Path { Path("\(folder.text)/\(language)") }

  private static func write(_ bytes: [UInt8], _ language: String, _ folder: Path) throws(DictionaryError) {
    do throws(SystemError) {
      try folder.createFoldersIfMissing()
      try DurableFile.replace(table(of: language, in: folder), with: bytes, through: table(of: ".\(language)", in: folder))
    } catch {
      throw .system(error)
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

  private static func isCurrent(_ table: Path, of dictionary: InstalledDictionary, _ model: WordVectorModel) throws(DictionaryError) -> Bool
  {
    let state: UInt64
    do throws(SystemError) { state = try dictionary.state() } catch { throw .system(error) }
    do throws(WordVectorError) {
      return try WordTranslations(path: table, for: model).source == state
    } catch {
      // A table that is missing or damaged, or of another model, is made again.
      guard case .system(let error) = error, !error.code.isMissing else { return false }
      throw .system(error)
    }
  }
}
