// SPDX-License-Identifier: Apache-2.0

import DesktopSearch
import ShellSearch

extension Searcher {
  /// Answers a call of the lane for searches.
  func answer(_ request: Request, while isWanted: @escaping () -> Bool) -> Answer {
    switch request {
    case .search(let query, .gnome): .identifiers(identifiers(for: query, while: isWanted))
    case .search(let query, .krunner): .matches(matches(for: query, while: isWanted))
    case .rows(let identifiers): .rows(rows(identifiers), identifiers)
    case .open, .show, .copy, .continueSearch, .launch, .program: preconditionFailure("other lanes answer choices and programs")
    }
  }
}

extension Searcher {
  private func identifiers(for query: ShellQuery, while isWanted: @escaping () -> Bool) -> [String] {
    let found = results(for: query, while: isWanted)
    return found.map { $0.text(for: query) } + continuations(of: query, found).map(\.specialText)
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
      case .continueSearch(let result): try continueSearch(ofItem: result)
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
