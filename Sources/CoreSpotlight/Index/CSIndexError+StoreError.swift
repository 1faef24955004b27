// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import IndexStore
internal import LogMessages

extension CSIndexError {
  /// The error for the program, whose index nobody but the program can build again.
  init(_ error: StoreError, in store: ApplicationStore) {
    let code: Code =
      switch error {
      case .diskFull, .fileTooLarge, .mapFull: .quotaExceeded
      case .unsuitableFileSystem: .indexingUnsupported
      default: .indexUnavailableError
      }
    let reason =
      if case .corrupted = error {
        "\(store.title): \(error.problem.description); an empty index takes its place, and all items have to be added again"
      } else {
        store.message(about: error)
      }
    self.init(code, userInfo: [NSLocalizedDescriptionKey: reason])
  }
}
