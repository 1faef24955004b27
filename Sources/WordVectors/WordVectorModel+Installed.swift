// SPDX-License-Identifier: Apache-2.0

internal import SystemPlatform

extension WordVectorModel {
  /// The model of the installation, opened at the first use; `nil` if there is none that can be used.
  ///
  /// `SEARCHLIGHT_WORD_VECTORS` can name another file, or none if it is empty. Otherwise the file is `searchlight/word-vectors` beside
  /// the programs in `../share`, or in one of the folders of data.
  package static var installed: WordVectorModel? { (try? found.get()) ?? nil }

  /// The model of the installation if all of it is undamaged: what is computed with it is stored.
  package static let installedForWriting: WordVectorModel? = installed.flatMap { model in
    do throws(WordVectorError) {
      try model.verify()
      return model
    } catch {
      return nil
    }
  }

  /// Why the installed file cannot be used; `nil` if it can, or there is none.
  package static var installationError: WordVectorError? { if case .failure(let error) = found { error } else { nil } }

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
    func folder(_ path: Substring) { if path.hasPrefix("/") { folders.append(String(path)) } }
    if let own = ProcessFacts.variable("XDG_DATA_HOME") ?? ProcessFacts.variable("HOME").map({ "\($0)/.local/share" }) { folder(own[...]) }
    let system = ProcessFacts.variable("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    for path in system.split(separator: ":") { folder(path) }
    return folders.map { Path("\($0)/searchlight/word-vectors") }
  }
}
