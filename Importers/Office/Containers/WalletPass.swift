// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport
internal import Markup

/// A pass for Apple's Wallet: a boarding pass, a ticket, a coupon (“Wallet Passes”).
enum WalletPass {
  static let part = "pass.json"
  private static let maximumByteCount = 4 << 20
  private static let styles = ["boardingPass", "coupon", "eventTicket", "generic", "storeCard"]

  static func read(_ archive: ZipArchive, _ attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws {
    let bytes = try archive.contents(of: part, limit: maximumByteCount)
    guard let pass = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] else {
      throw ImportError.damaged("its description cannot be read")
    }
    let description = pass["description"] as? String
    attributes.title = (description ?? pass["logoText"] as? String)?.oneLine
    attributes.contentDescription = description
    attributes.organizations = (pass["organizationName"] as? String).map { [$0] }
    attributes.identifier = pass["serialNumber"] as? String
    if let date = (pass["relevantDate"] as? String).flatMap({ Date(documentDate: $0) }) { attributes.startDate = date }
    if let date = (pass["expirationDate"] as? String).flatMap({ Date(documentDate: $0) }) { attributes.endDate = date }
    guard text.isWanted else { return }
    for key in ["organizationName", "description", "logoText", "serialNumber"] {
      if let value = pass[key] as? String { try text.append(value + "\n") }
    }
    for style in styles { try appendFields(of: pass[style], to: text) }
    let codes = (pass["barcodes"] as? [Any] ?? []) + [pass["barcode"] as Any]
    for case let code as [String: Any] in codes { if let label = code["altText"] as? String { try text.append(label + "\n") } }
  }

  /// The labels and values of the fields, in the order of their groups on a pass.
  private static func appendFields(of style: Any?, to text: TextSink) throws {
    guard let style = style as? [String: Any] else { return }
    for group in ["headerFields", "primaryFields", "secondaryFields", "auxiliaryFields", "backFields", "additionalInfoFields"] {
      for case let field as [String: Any] in style[group] as? [Any] ?? [] {
        let parts = [field["label"], field["value"], field["attributedValue"]].compactMap { part -> String? in
          (part as? String)?.withoutMarkup ?? (part as? NSNumber)?.stringValue
        }
        if !parts.isEmpty { try text.append(parts.joined(separator: " ") + "\n") }
      }
    }
  }
}
