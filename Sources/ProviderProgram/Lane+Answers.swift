// SPDX-License-Identifier: Apache-2.0

import DesktopSearch
import ShellSearch

extension Searcher {
  /// Answers a call of the lane for searches.
  func answer(_ request: Request, while isWanted: @escaping () -> Bool) -> Answer {
    switch request {
    case .search(let query, .gnome): .identifiers(results(for: query, while: isWanted).map { $0.text(for: query) })
    case .search(let query, .krunner): .matches(matches(for: query, while: isWanted))
    case .rows(let identifiers): .rows(rows(identifiers), identifiers)
    case .open, .show, .copy, .launch, .program: preconditionFailure("other lanes answer choices and programs")
    }
  }
}

extension Chooser {
  /// Answers a call of the lane for choices.
  func answer(_ request: Request) -> Answer {
    do throws(ChoiceError) {
      switch request {
      case .open(let result, let query, let token): try open(result, query, token)
      case .show(let result): try show(result)
      case .copy(let result): try copy(result)
      case .launch(let query, let token): try launch(query, token)
      case .search, .rows, .program: preconditionFailure("other lanes answer searches")
      }
      return .done
    } catch {
      return .failure(.choice(error))
    }
  }
}

extension ProgramSearcher {
  /// Answers a call of the lane for programs.
  func answer(_ request: Request, while isWanted: @escaping () -> Bool) -> Answer {
    guard case .program(let query) = request else { preconditionFailure("other lanes answer shells") }
    do throws(ProviderError) {
      return .hits(try hits(for: query, while: isWanted))
    } catch {
      return .failure(error)
    }
  }
}
