// SPDX-License-Identifier: Apache-2.0

internal import CAdwaita

/// The loop of the thread that draws.
package enum MainLoop {
  private final class Work: Sendable {
    let body: @MainActor @Sendable () -> Void
    init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }
  }

  /// Makes the loop call a closure before the next frame. For any thread.
  package static func post(_ body: @escaping @MainActor @Sendable () -> Void) {
    let call: GSourceFunc = { data in
      if let data = unsafe data {
        let work = unsafe Unmanaged<Work>.fromOpaque(data).takeRetainedValue()
        MainActor.assumeIsolated { work.body() }
      }
      return 0
    }
    _ = unsafe g_idle_add_full(G_PRIORITY_DEFAULT, call, Unmanaged.passRetained(Work(body)).toOpaque(), nil)
  }

  /// Microseconds of a clock that never goes back.
  package static var time: Int64 { Int64(g_get_monotonic_time()) }
}
