package import Threading

extension Thread {
  /// Starts a thread, as `init` does, for callers whose errors are those of system calls.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) -> Thread {
    do throws(ThreadError) {
      return try Thread(body)
    } catch {
      throw SystemError(code: error.code, call: "pthread_create")
    }
  }
}
