/// A watch descriptor of inotify. The kernel does not reuse it during the lifetime of the queue.
struct WatchID: Hashable, Sendable {
  let rawValue: Int32
}
