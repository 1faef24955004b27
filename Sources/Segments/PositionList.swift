/// Positions in one document, in memory that is used again for the next.
@safe struct PositionList: ~Copyable {
  private var base: UnsafeMutablePointer<UInt32>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = 64
    unsafe base = .allocate(capacity: capacity)
  }

  deinit { unsafe base.deallocate() }

  var isEmpty: Bool { count == 0 }

  mutating func removeAll() { count = 0 }

  /// Makes room for so many more.
  mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    let larger = max(2 * capacity, count + more)
    let moved = UnsafeMutablePointer<UInt32>.allocate(capacity: larger)
    unsafe moved.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = moved
    capacity = larger
  }

  /// All of them, until the list is changed.
  @inline(__always)
  var positions: UnsafePointer<UInt32> { unsafe UnsafePointer(base) }

  /// Memory behind the last for so many more, to be taken in by ``fill(_:)``.
  @inline(__always)
  mutating func room(for more: Int) -> UnsafeMutablePointer<UInt32> {
    if count &+ more > capacity { reserve(more) }
    return unsafe base + count
  }

  /// - Parameter more: Not more than there was asked ``room(for:)``, and so many are written there.
  @inline(__always)
  mutating func fill(_ more: Int) {
    precondition(more >= 0 && more <= capacity &- count, "there is no such room")
    count &+= more
  }

  @inline(__always)
  mutating func append(_ position: UInt32) {
    if count == capacity { reserve(1) }
    unsafe (base + count).initialize(to: position)
    count &+= 1
  }

  subscript(place: Int) -> UInt32 {
    @inline(__always) get {
      precondition(place >= 0 && place < count, "there is no such position")
      return unsafe base[place]
    }
  }

  mutating func sort() {
    var positions = unsafe UnsafeMutableBufferPointer(start: base, count: count)
    unsafe positions.sort()
  }

  /// Whether a sorted list has a position.
  func contains(_ position: UInt32) -> Bool {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < position { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == position
  }
}
