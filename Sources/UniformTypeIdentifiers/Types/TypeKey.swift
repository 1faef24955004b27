// SPDX-License-Identifier: Apache-2.0

/// The identity of a file type: the declaration and the canonical MIME type, if any.
struct TypeKey: Hashable, Sendable {
  /// The index of the declaration; `nil` for a type with a dynamic identifier.
  let declared: Int?
  let mimeType: String?
}
