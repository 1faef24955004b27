// SPDX-License-Identifier: Apache-2.0

package import IndexStore
package import UniformTypeIdentifiers

extension Sidecar {
  /// The names that the sidecar of a file may have, as far as the type of the file is known from its name; empty if it is
  /// a type that sidecars do not describe. The first of the names that exists counts.
  package static func names(for name: [UInt8], _ types: TypeDatabase) -> [[UInt8]] {
    if let known = types.type(forFileName: name.span), known.isCertain, !isDescribed(known.type.tree) { return [] }
    // `a.jpg.xmp` belongs to `a.jpg`, not to `a.jpg.png`.
    let typeOfStem = stem(of: name).flatMap { types.type(forFileName: $0.span)?.type }
    return names(for: name, sharesStem: !(typeOfStem.map { isDescribed($0.tree) } ?? false))
  }
}
