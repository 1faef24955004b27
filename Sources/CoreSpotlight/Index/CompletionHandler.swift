// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A completion handler of the program, which is called at most once, and released by its call.
///
/// Releasing a handler can run code of the program: the acknowledgement of a request that it has kept and
/// that nobody can give any more. This must not happen on a queue that the program may wait for.
final class CompletionHandler<Value: Sendable>: Sendable {
  private let handler: Mutex<(@Sendable (Value) -> Void)?>

  init(_ handler: @escaping @Sendable (Value) -> Void) { self.handler = Mutex(handler) }

  func callAsFunction(_ value: Value) {
    let handler = handler.withLock { handler in
      defer { handler = nil }
      return handler
    }
    handler?(value)
  }
}
