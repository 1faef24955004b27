// SPDX-License-Identifier: Apache-2.0

/// The groups of `_kMDItemGroupId`, which are Finder's kinds.
///
/// Documents do not store the number. A comparison with it becomes a comparison with the types of
/// the groups that it accepts, so that it works for every document with a known type.
package enum KindGroup: Int, CaseIterable, Sendable {
  case mail = 1
  case contact
  case preferencePane
  case font
  case bookmark
  case addressBookContact
  case movie
  case application
  case folder
  case audio
  case pdf
  case presentation
  case image

  /// A document belongs to the group if one of these is in its content type tree.
  package var types: [String] {
    switch self {
    case .mail: ["public.email-message", "com.apple.mail.emlx"]
    case .contact, .addressBookContact: ["public.contact", "public.vcard"]
    case .preferencePane: ["com.apple.systempreference.prefpane"]
    case .font: ["public.font"]
    case .bookmark: ["public.bookmark", "com.apple.safari.bookmark", "com.apple.web-internet-location"]
    case .movie: ["public.movie"]
    case .application: ["com.apple.application", "public.executable"]
    case .folder: ["public.folder"]
    case .audio: ["public.audio"]
    case .pdf: ["com.adobe.pdf"]
    case .presentation: ["public.presentation"]
    case .image: ["public.image"]
    }
  }
}
