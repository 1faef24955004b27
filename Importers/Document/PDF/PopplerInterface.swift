// SPDX-License-Identifier: Apache-2.0

internal import CxxPoppler

/// An interface of Poppler through which documents are read.
package enum PopplerInterface: CaseIterable, Sendable {
  /// Poppler's private headers, of the version that the code is written for.
  case `private`
  /// poppler-cpp, which all versions of Poppler have.
  case `public`

  /// The interfaces that this build contains.
  package static let available = allCases.filter { pdf_has_interface($0.raw) }

  /// The faster of the available ones.
  package static let preferred = available[0]

  var raw: pdf_interface { self == .private ? PDF_PRIVATE_INTERFACE : PDF_PUBLIC_INTERFACE }
}
