internal import IndexStore

/// Reads a tree of directories on a thread of its own, breadth first, ahead of whoever takes the listings in.
///
/// Breadth first, because the catalog numbers directories in the order in which it learns of them: rows then only ever follow each other,
/// and pages fill completely.
final class TreeReader: Sendable {
  enum Step: Sendable {
    case listing(DirectoryListing)
    /// Nothing is known of the directory, and so of anything below it; it is not at its path any more when there is no problem to tell.
    case unread(CrawlProblem?)
  }

  private let reader: DirectoryReader
  private let watch: (@Sendable ([UInt8]) -> Result<WatchID, SystemError>)?
  private let steps = BoundedQueue<Step>(capacity: 256)

  /// - Parameter watch: Called with each directory before it is read; `nil` when nothing is watched.
  init(_ reader: DirectoryReader, watch: (@Sendable ([UInt8]) -> Result<WatchID, SystemError>)?) {
    self.reader = reader
    self.watch = watch
  }

  /// Reads the tree at `root`.
  ///
  /// - Parameter position: Where the directory stands; it is not read when it is not the one that is known.
  /// - Parameter receive: Called once, to take the steps: the first is the root's, and each listing is followed, in order and after all
  ///   that was listed before, by one step for each of its subdirectories.
  func read(_ root: [UInt8], at position: DirectoryReader.Position, receive: (inout Steps) throws -> Void) throws {
    let thread = try Thread { [self] in
      var queue = FIFO<(path: [UInt8], position: DirectoryReader.Position)>()
      queue.append((root, position))
      while let (path, position) = queue.popFirst() {
        let step = step(path, position)
        if case .listing(let listing) = step {
          for entry in listing.entries where entry.status.kind == .directory {
            queue.append((path.appending(component: entry.name), .below(device: listing.device, inode: entry.status.inode)))
          }
        }
        guard steps.put(step) else { return }
      }
      steps.close()
    }
    defer {
      steps.close()
      thread.join()
    }
    var taken = Steps(queue: steps)
    try receive(&taken)
  }

  /// Where the steps come out.
  ///
  /// They come many at a time: taken one by one they would be committed one by one where reading is what takes long.
  struct Steps {
    private let queue: BoundedQueue<Step>
    private var ready = FIFO<Step>()

    private static let enough = 128
    private static let patience = Duration.milliseconds(15)

    fileprivate init(queue: BoundedQueue<Step>) { self.queue = queue }

    /// The next step; `nil` when the tree is read.
    mutating func next() -> Step? {
      if ready.count == 0 { ready = queue.takeAll(once: Self.enough, within: Self.patience) }
      return ready.popFirst()
    }

    /// The next step if it is there already.
    mutating func nextIfReady() -> Step? { ready.popFirst() ?? queue.takeIfAny() }
  }

  private func step(_ path: [UInt8], _ position: DirectoryReader.Position) -> Step {
    let watched = watch?(path)
    do {
      var listing = try reader.read(path, at: position)
      switch watched {
      case .success(let watch): listing.watch = watch
      case .failure(let error): listing.problem = CrawlProblem(path: path, reason: .unwatched(error))
      case nil: break
      }
      return .listing(listing)
    } catch {
      return switch error {
      case .problem(let problem): .unread(problem)
      case .vanished: .unread(nil)
      }
    }
  }
}
