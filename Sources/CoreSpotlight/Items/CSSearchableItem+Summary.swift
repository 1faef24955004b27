// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets

extension CSSearchableItem {
  /// The values of the item, as its description lists them.
  var summary: String {
    var parts = ["uniqueIdentifier: \(uniqueIdentifier.debugDescription)"]
    if let domainIdentifier { parts.append("domainIdentifier: \(domainIdentifier.debugDescription)") }
    parts.append("expirationDate: \(expirationDate.summary)")
    if isUpdate { parts.append("isUpdate: true") }
    if !updateListenerOptions.isEmpty { parts.append("updateListenerOptions: \(updateListenerOptions.rawValue)") }
    parts.append(attributeSet.summary)
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
