internal import AttributeSets
internal import Attributes
internal import Foundation

/// The archived values of a `CSSearchableItem`.
struct ItemArchive: Codable {
  var uniqueIdentifier: String
  var domainIdentifier: String?
  /// The encoded attribute record.
  var attributes: Data
  var isUpdate: Bool
  /// The bits of the options. Property lists have no unsigned integers of 64 bits.
  var updateListenerOptions: Int
  /// The date that the program has set; `nil` for the default.
  var expirationDate: TimeInterval?
  var defaultExpirationDate: TimeInterval

  /// The attributes; `nil` if they are damaged, or were encoded by a later version.
  var attributeSet: CSSearchableItemAttributeSet? {
    (try? AttributeRecord(decoding: [UInt8](attributes).span)).map { CSSearchableItemAttributeSet($0) }
  }
}
