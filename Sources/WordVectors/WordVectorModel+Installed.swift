// SPDX-License-Identifier: Apache-2.0

internal import LogMessages
internal import Synchronization
package import SystemPlatform

/// The model of the installation, with the words of the languages whose dictionaries are installed.
///
/// `SEARCHLIGHT_WORD_VECTORS` can name another file, or none if it is empty. Otherwise the file is `searchlight/word-vectors` beside
/// the programs in `../share`, or in one of the folders of data.
extension WordVectorModel {
  /// Opened at the first use; `nil` if there is none that can be used. Tables of translations that are made later count from the next call.
  package static var installed: WordVectorModel? { extended(found) }

  /// ``installed`` if all of it is undamaged: what is computed with it is stored. `nil` also if translations cannot be read at present, because
  /// all documents would get other vectors, and these again later.
  package static var installedForWriting: WordVectorModel? {
    guard let base = (try? verified.get()) ?? nil else { return nil }
    do throws(SystemError) { return try extended(base) } catch { return nil }
  }

  /// Without translations.
  package static var installedWithoutTranslations: WordVectorModel? { (try? found.get()) ?? nil }

  /// Why the installed file cannot be used, with its path; `nil` if it can, or there is none.
  package static var installationProblem: String? {
    guard case .failure(let error) = verified else { return nil }
    return "\(PrintableText.path(error.file?.bytes ?? [])): \(error.reason)"
  }

  private static let verified: Result<WordVectorModel?, WordVectorError> = found.flatMap { model in
    do throws(WordVectorError) {
      try model?.verify()
      return .success(model)
    } catch {
      return .failure(error)
    }
  }

  private static let found: Result<WordVectorModel?, WordVectorError> = {
    for path in candidates() {
      do throws(WordVectorError) {
        return .success(try WordVectorModel(path: path))
      } catch {
        if case .system(let error) = error, error.code.isMissing { continue }
        return .failure(error)
      }
    }
    return .success(nil)
  }()

  private static func candidates() -> [Path] {
    if let chosen = ProcessFacts.variable("SEARCHLIGHT_WORD_VECTORS") { return chosen.isEmpty ? [] : [Path(chosen)] }
    var folders = ProcessFacts.executable.map { ["\($0.parent.parent.text)/share"] } ?? []
    if let own = ownDataFolder { folders.append(own) }
    let system = ProcessFacts.variable("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    for path in system.split(separator: ":") where path.hasPrefix("/") { folders.append(String(path)) }
    return folders.map { Path("\($0)/searchlight/word-vectors") }
  }

  private static var ownDataFolder: String? {
    let folder = ProcessFacts.variable("XDG_DATA_HOME") ?? ProcessFacts.variable("HOME").map { "\($0)/.local/share" }
    return folder.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  // MARK: Translations

  /// The folder of the user's tables of translations; `nil` without a home folder.
  package static var translationsFolder: Path? { ownDataFolder.map { Path("\($0)/searchlight/translations") } }

  private struct Extended {
    /// The state of the folder when the model was made.
    var folder: FileFacts?
    var model: WordVectorModel?
  }

  private static let extended = Mutex(Extended())

  /// - Returns: The model without translations if they cannot be read at present.
  private static func extended(_ found: Result<WordVectorModel?, WordVectorError>) -> WordVectorModel? {
    guard let base = (try? found.get()) ?? nil else { return nil }
    do throws(SystemError) { return try extended(base) } catch { return base }
  }

  private static func extended(_ base: WordVectorModel) throws(SystemError) -> WordVectorModel {
    guard let folder = translationsFolder, let facts = FileFacts(at: folder) else { return base }
    return try extended.withLock { known throws(SystemError) in
      if known.folder != facts { known = Extended(folder: facts, model: try extended(base, with: folder)) }
      return known.model ?? base
    }
  }

  /// - Returns: `nil` if there are no usable translations. Tables that are damaged or belong to another model are left out, because they are
  ///   made again, and so is what cannot be opened at all.
  /// - Throws: `SystemError` if something cannot be opened at present.
  private static func extended(_ base: WordVectorModel, with folder: Path) throws(SystemError) -> WordVectorModel? {
    let names: [FileName]
    do throws(SystemError) {
      names = try Directory.names(in: folder).filter { !$0.isHidden }.sorted()
    } catch {
      if error.code.isPassing { throw error }
      return nil
    }
    var tables: [WordTranslations] = []
    for name in names.prefix(maximumLanguageCount) {
      do throws(WordVectorError) {
        tables.append(try WordTranslations(path: Path("\(folder.text)/\(name.text)"), for: base))
      } catch {
        if case .system(let error) = error, error.code.isPassing { throw error }
      }
    }
    return tables.isEmpty ? nil : WordVectorModel(base, tables)
  }
}
