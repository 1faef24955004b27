/// A thread could not be created: `pthread_create` failed.
package struct ThreadError: Error, Equatable {
  /// The `errno` code, usually `EAGAIN`.
  package let code: Int32
}
