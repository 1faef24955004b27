internal import Glibc
internal import TextAnalysis

/// A process that holds the write lock of an index, while others wait.
package struct LockHolder: Sendable, Equatable {
  /// The index's folder.
  package let store: String
  /// `nil` when the process is not one that can be seen from here.
  package let process: Process?

  package struct Process: Sendable, Equatable {
    package let number: Int32
    package let name: String
    package let state: State
  }

  package enum State: Character, Sendable {
    case running = "R", sleeping = "S", waitingForDisk = "D", stopped = "T", traced = "t", ended = "Z"
  }

  /// - Parameter owner: The thread that holds the lock.
  init(_ owner: Int32, of lock: WriteLock) {
    // The environment is a folder in the store's.
    store = lock.path.split(separator: "/").dropLast(2).reduce(into: "") { $0 += "/" + $1 }
    process = Process(thread: owner, using: lock.path)
  }
}

extension LockHolder.Process {
  /// - Returns: `nil` when there is no such thread, or its process does not use the file: the number is of another namespace then.
  fileprivate init?(thread: Int32, using file: String) {
    guard let status = try? readProcessFile("/proc/\(thread)/status"), let number = Self.field("Tgid", in: status).flatMap({ Int32($0) }),
      let state = Self.field("State", in: status)?.first.flatMap(LockHolder.State.init), Self.uses(file, number),
      let name = try? readProcessFile("/proc/\(number)/comm")
    else { return nil }
    (self.number, self.state) = (number, state)
    self.name = PrintableText.line(String(name.dropLast()))
  }

  /// `Name:\tvalue`.
  private static func field(_ name: String, in status: String) -> Substring? {
    status.split(separator: "\n").first { $0.hasPrefix(name + ":") }.map { $0.dropFirst(name.count + 1).drop(while: \.isWhitespace) }
  }

  /// Whether a process has a file mapped. The device that proc(5) tells is not on all file systems the one that stat(2) does.
  private static func uses(_ file: String, _ process: Int32) -> Bool {
    var status = stat()
    guard unsafe stat(file, &status) == 0, let maps = try? readProcessFile("/proc/\(process)/maps") else { return false }
    return maps.split(separator: "\n").contains { line in
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      return fields.count == 6 && fields[4] == "\(status.st_ino)" && fields[5].hasSuffix("/lock.mdb")
    }
  }
}

/// A whole file of proc(5), which tells no length and gives a part at a time.
private func readProcessFile(_ path: String) throws(StoreError) -> String {
  let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw StoreError(code: errno, call: "open", path: path) }
  defer { close(file) }
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = unsafe read(file, &part, part.count)
    guard count >= 0 else { throw StoreError(code: errno, call: "read", path: path) }
    if count == 0 { return String(decoding: bytes, as: UTF8.self) }
    bytes += part[..<count]
  }
}

extension LockHolder: CustomStringConvertible {
  /// One line for people.
  package var description: String {
    guard let process else { return "\(store): the index is locked by another program; waiting" }
    let advice =
      switch process.state {
      case .stopped: "; 'kill -CONT \(process.number)' lets it go on"
      case .traced: "; its debugger has to let it go on"
      case .running, .sleeping, .waitingForDisk, .ended: ""
      }
    return "\(store): the index is locked by process \(process.number) (\(process.name), \(process.state.description)); waiting\(advice)"
  }
}

extension LockHolder.State: CustomStringConvertible {
  package var description: String {
    switch self {
    case .running: "running"
    case .sleeping: "sleeping"
    case .waitingForDisk: "waiting for the disk"
    case .stopped: "stopped"
    case .traced: "stopped by a debugger"
    case .ended: "ended"
    }
  }
}
