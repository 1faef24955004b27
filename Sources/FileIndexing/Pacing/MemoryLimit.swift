// SPDX-License-Identifier: Apache-2.0

/// The memory that this process and its workers may have together before the kernel kills one of them: the smallest
/// limit of the control groups that contain this process. cgroups(7)
package enum MemoryLimit {
  /// - Parameter root: The folder that contains `proc` and `sys`. Tests have their own.
  /// - Returns: In bytes; `nil` if there is no limit.
  package static func byteCount(in root: String = "") -> Int? {
    var limits: [Int] = []
    for line in (KernelFile.text(root + "/proc/self/cgroup") ?? "").split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3, let (hierarchy, name) = file(for: fields[1].split(separator: ",")) else { continue }
      var group = fields[2].split(separator: "/")
      while true {
        // In a container, the path of the group may be one outside of it.
        let path = ([root + hierarchy] + group.map(String.init) + [name]).joined(separator: "/")
        if let limit = KernelFile.word(path).flatMap({ Int($0) }), limit < unlimited { limits.append(limit) }
        if group.popLast() == nil { break }
      }
    }
    return limits.min()
  }

  /// Where a hierarchy with some controllers has the limit; `nil` if it has none. The unified hierarchy, version 2, names no
  /// controllers.
  private static func file(for controllers: [Substring]) -> (hierarchy: String, name: String)? {
    if controllers.isEmpty { return ("/sys/fs/cgroup", "memory.max") }
    return controllers.contains("memory") ? ("/sys/fs/cgroup/memory", "memory.limit_in_bytes") : nil
  }

  /// In version 1, no limit is the largest number of whole pages.
  private static let unlimited = 1 << 60
}
