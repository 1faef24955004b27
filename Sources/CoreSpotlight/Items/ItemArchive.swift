// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Attributes
internal import Foundation

/// The archived values of a `CSSearchableItem`.
struct ItemArchive: Codable {
  var uniqueIdentifier: String
  var domainIdentifier: String?
  /// The encoded attribute record.
  var attributes: Data
  /// An encoded record of the attributes that an update removes; `nil` if there are none.
  var removals: Data?
  var isUpdate: Bool
  /// The bits of the options; `nil` if they were never set. Property lists have no unsigned integers of 64
  /// bits.
  var updateListenerOptions: Int?
  /// The date that the program has set; `nil` for the default.
  var expirationDate: TimeInterval?
  var defaultExpirationDate: TimeInterval

  /// The attributes; `nil` if they are damaged, or were encoded by a later version.
  var attributeSet: CSSearchableItemAttributeSet? {
    guard let record = try? AttributeRecord(decoding: [UInt8](attributes).span) else { return nil }
    let set = CSSearchableItemAttributeSet(record)
    if let removals {
      guard let record = try? AttributeRecord(decoding: [UInt8](removals).span) else { return nil }
      set.removals = record
    }
    return set
  }
}
