/// Elements that cannot be copied, and are changed in place.
@safe struct UniqueArray<Element: ~Copyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

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
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: element)
    count += 1
  }

  private mutating func grow() {
    capacity = max(4, 2 * capacity)
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

  mutating func swapAt(_ one: Int, _ other: Int) {
    precondition(one >= 0 && one < count && other >= 0 && other < count && one != other, "there is no such element")
    let element = unsafe (base + one).move()
    unsafe (base + one).moveInitialize(from: base + other, count: 1)
    unsafe (base + other).initialize(to: element)
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
