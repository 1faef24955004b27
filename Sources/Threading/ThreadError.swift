/// The system has no thread to give: `pthread_create` failed.
package struct ThreadError: Error, Equatable {
  /// The code of errno(3), usually `EAGAIN`.
  package let code: Int32
}
