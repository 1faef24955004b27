// SPDX-License-Identifier: Apache-2.0

/// The names of sidecars: files of XMP in which programs keep what a person says of a picture that they do not
/// change.
///
/// `a.jpg.xmp` is the sidecar of `a.jpg` alone, as digiKam and darktable name it. `a.xmp` is that of every picture
/// `a.*` beside it that has none of its own, as Adobe's programs name it. The case of the extension does not matter.
package enum Sidecar {
  /// Sidecars describe files of these types, and of types that conform to them.
  private static let describedTypes: Set = ["public.image", "public.movie"]

  /// The spellings of the extension, in the order in which they count.
  private static let extensions: [[UInt8]] = [".xmp", ".XMP", ".Xmp", ".xMp", ".xmP", ".XMp", ".XmP", ".xMP"].map { Array($0.utf8) }
  private static let extensionLength = 4
  private static let fullStop = UInt8(ascii: ".")

  /// Whether sidecars describe files of a type.
  ///
  /// - Parameter tree: The identifiers of the type, and of the types to which it conforms.
  package static func isDescribed(_ tree: [String]) -> Bool { tree.contains { describedTypes.contains($0) } }

  /// Whether a file with this name is a sidecar, whatever it contains.
  package static func isName(_ name: Span<UInt8>) -> Bool {
    let start = name.count - extensionLength
    guard start > 0, name[start] == fullStop else { return false }
    let letters = (name[start + 1] | 0x20, name[start + 2] | 0x20, name[start + 3] | 0x20)
    return letters == (UInt8(ascii: "x"), UInt8(ascii: "m"), UInt8(ascii: "p"))
  }

  /// The names that the sidecar of a file may have. The first of them that exists counts.
  ///
  /// - Parameter name: The name of the file. A sidecar has no sidecar.
  /// - Parameter sharesStem: Whether the sidecar of all files of its stem counts for the file, too.
  package static func names(for name: [UInt8], sharesStem: Bool = true) -> [[UInt8]] {
    if isName(name.span) { return [] }
    let own = extensions.map { name + $0 }
    guard sharesStem, let stem = stem(of: name) else { return own }
    return own + extensions.map { stem + $0 }
  }

  /// A name without its extension; `nil` if it has none, or nothing else.
  package static func stem(of name: [UInt8]) -> [UInt8]? {
    guard let end = name.lastIndex(of: fullStop), end > 0 else { return nil }
    return Array(name[..<end])
  }

  /// Whether a sidecar may be that of a file in the same directory.
  package static func isName(_ sidecar: [UInt8], for name: [UInt8]) -> Bool { names(for: name).contains(sidecar) }

  /// Finds the files that sidecars describe by their names, without allocating for each name.
  struct Matcher {
    /// The names of the sidecars without their extensions.
    private let bases: Set<[UInt8]>
    private let hashes: Set<UInt32>

    /// - Parameter sidecars: Names of sidecars.
    init(_ sidecars: Set<[UInt8]>) {
      bases = Set(sidecars.map { Array($0.dropLast(extensionLength)) })
      hashes = Set(bases.map { NameIndex.hash($0.span) })
    }

    func matches(_ name: Span<UInt8>) -> Bool {
      if isName(name) { return false }
      if contains(name, count: name.count) { return true }
      var end = name.count - 1
      while end > 0, name[end] != fullStop { end -= 1 }
      return end > 0 && contains(name, count: end)
    }

    private func contains(_ name: Span<UInt8>, count: Int) -> Bool {
      let base = name.extracting(first: count)
      guard hashes.contains(NameIndex.hash(base)) else { return false }
      return bases.contains(unsafe base.withUnsafeBufferPointer { unsafe [UInt8]($0) })
    }
  }
}
