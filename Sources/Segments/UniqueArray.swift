/// Elements that cannot be copied, and are changed in place.
@safe struct UniqueArray<Element: ~Copyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  fileprivate(set) var count = 0

  /// - Parameter capacity: How many elements there is room for at first.
  init(capacity: Int = 0) {
    unsafe base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  mutating func append(_ element: consuming Element) {
    if count == capacity { grow(to: count + 1) }
    unsafe (base + count).initialize(to: element)
    count += 1
  }

  private mutating func grow(to least: Int) {
    capacity = max(4, 2 * capacity, least)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    unsafe larger.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
  }

  mutating func removeLast() {
    precondition(count > 0, "there is no element")
    count -= 1
    unsafe (base + count).deinitialize(count: 1)
  }

  /// Elements are used where they lie: to yield large ones from a coroutine may move them out and in.
  subscript(place: Int) -> Element {
    @inline(__always) unsafeAddress {
      precondition(place >= 0 && place < count, "there is no such element")
      return unsafe UnsafePointer(base + place)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(place >= 0 && place < count, "there is no such element")
      return unsafe base + place
    }
  }
}

extension UniqueArray where Element: BitwiseCopyable {
  mutating func removeAll() { count = 0 }

  /// Leaves the first `count` elements.
  mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count, "there are no such elements")
    self.count = count
  }

  var last: Element? { count > 0 ? self[count - 1] : nil }

  var span: Span<Element> {
    @_lifetime(borrow self) get { unsafe Span(_unsafeStart: base, count: count) }
  }

  /// All elements, until the array is changed.
  @inline(__always)
  var pointer: UnsafePointer<Element> { unsafe UnsafePointer(base) }

  /// Memory behind the last for so many more, to be taken in by ``fill(_:)``.
  @inline(__always)
  mutating func room(for more: Int) -> UnsafeMutablePointer<Element> {
    if count &+ more > capacity { grow(to: count + more) }
    return unsafe base + count
  }

  /// - Parameter more: Not more than there was asked ``room(for:)``, and so many are written there.
  @inline(__always)
  mutating func fill(_ more: Int) {
    precondition(more >= 0 && more <= capacity &- count, "there is no such room")
    count &+= more
  }
}
