/// A watch in the kernel's queue. Numbers are not reused while the queue lives.
struct WatchID: Hashable, Sendable {
  let rawValue: Int32
}
