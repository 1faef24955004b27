// SPDX-License-Identifier: Apache-2.0

internal import LogMessages
internal import SystemPlatform

extension WordVectorModel {
  /// The model of the installation, opened at the first use; `nil` if there is none that can be used.
  ///
  /// `SEARCHLIGHT_WORD_VECTORS` can name another file, or none if it is empty. Otherwise the file is `searchlight/word-vectors` beside
  /// the programs in `../share`, or in one of the folders of data.
  package static var installed: WordVectorModel? { (try? found.get()) ?? nil }

  /// The model of the installation if all of it is undamaged: what is computed with it is stored.
  package static var installedForWriting: WordVectorModel? { (try? verified.get()) ?? nil }

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
    func folder(_ path: Substring) { if path.hasPrefix("/") { folders.append(String(path)) } }
    if let own = ProcessFacts.variable("XDG_DATA_HOME") ?? ProcessFacts.variable("HOME").map({ "\($0)/.local/share" }) { folder(own[...]) }
    let system = ProcessFacts.variable("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    for path in system.split(separator: ":") { folder(path) }
    return folders.map { Path("\($0)/searchlight/word-vectors") }
  }
}
