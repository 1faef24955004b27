// SPDX-License-Identifier: Apache-2.0

/// An array of noncopyable elements that can be modified in place.
@safe struct UniqueArray<Element: ~Copyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  fileprivate(set) var count = 0

  /// - Parameter capacity: Number of elements to allocate space for.
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

  /// Addressors access elements in place. A coroutine accessor (`_modify`) may move large elements
  /// out and back.
  subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress {
      precondition(index >= 0 && index < count, "there is no such element")
      return unsafe UnsafePointer(base + index)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(index >= 0 && index < count, "there is no such element")
      return unsafe base + index
    }
  }
}

extension UniqueArray where Element: BitwiseCopyable {
  mutating func removeAll() { count = 0 }

  /// Removes all but the first `count` elements.
  mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count, "there are no such elements")
    self.count = count
  }

  var last: Element? { count > 0 ? self[count - 1] : nil }

  var span: Span<Element> {
    @_lifetime(borrow self) get { unsafe Span(_unsafeStart: base, count: count) }
  }

  /// The storage of the elements. Valid until the array changes.
  @inline(__always)
  var pointer: UnsafePointer<Element> { unsafe UnsafePointer(base) }

  /// Uninitialized memory for `more` elements after the last one. After writing them, call
  /// ``fill(_:)``.
  @inline(__always)
  mutating func room(for more: Int) -> UnsafeMutablePointer<Element> {
    if count &+ more > capacity { grow(to: count + more) }
    return unsafe base + count
  }

  /// Adds elements that were written to the memory returned by ``room(for:)``.
  ///
  /// - Parameter more: Number of elements written, at most the number passed to that method.
  @inline(__always)
  mutating func fill(_ more: Int) {
    precondition(more >= 0 && more <= capacity &- count, "there is no such room")
    count &+= more
  }
}
