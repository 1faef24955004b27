// SPDX-License-Identifier: Apache-2.0

internal import LogMessages
internal import SystemPlatform

extension PriorityRules {
  /// The rules of the user: `$XDG_CONFIG_HOME/searchlight/priority.conf` over `searchlight/priority.conf` beside the programs in
  /// `../share`, or in one of the folders of data. A file that cannot be used counts as missing.
  package static var installed: PriorityRules { found.rules }

  /// Why a file of rules is not used, with its path and line; `nil` if all can, or there are none.
  package static var installationProblem: String? { found.problem }

  private static let found: (rules: PriorityRules, problem: String?) = {
    var (rules, problem): (PriorityRules, String?) = (.standard, nil)
    for candidates in [shippedFiles(), userFiles()] {
      for path in candidates {
        do throws(SystemError) {
          let text = String(decoding: try ReadableFile.contents(of: Path(path), limit: maximumSize), as: UTF8.self)
          do throws(PriorityRulesError) {
            rules = try PriorityRules(parsing: text, over: rules)
          } catch {
            problem = "\(PrintableText.path(Array(path.utf8))):\(error.line): \(PrintableText.line(error.reason))"
          }
          break
        } catch {
          if error.code.isMissing { continue }
          problem = "\(PrintableText.path(Array(path.utf8))): \(error.reason)"
          break
        }
      }
    }
    return (rules, problem)
  }()

  /// Number of bytes of a file that are read.
  private static let maximumSize = 1 << 16

  private static func userFiles() -> [String] {
    let folder = ProcessFacts.variable("XDG_CONFIG_HOME") ?? ProcessFacts.variable("HOME").map { "\($0)/.config" }
    guard let folder, folder.hasPrefix("/") else { return [] }
    return ["\(folder)/searchlight/priority.conf"]
  }

  private static func shippedFiles() -> [String] {
    var folders = ProcessFacts.executable.map { ["\($0.parent.parent.text)/share"] } ?? []
    let system = ProcessFacts.variable("XDG_DATA_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    folders += system.split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
    return folders.map { "\($0)/searchlight/priority.conf" }
  }
}
