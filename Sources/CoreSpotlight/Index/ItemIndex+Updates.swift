// SPDX-License-Identifier: Apache-2.0

internal import Attributes
internal import Foundation
internal import IndexStore

extension ItemIndex {
  /// Maximum number of items that a delegate is told of at once.
  private static let maximumUpdateCount = 100

  /// The attributes of updated items besides the results, by which programs know them.
  private static let updateKeys: [AttributeKey] = [
    .authors, .contentCreationDate, .contentType, .contentTypeTree, .displayName, .isPriority, .subject, .textContentSummary, .title,
  ]

  /// Items with results as they are in the index, some at a time. What was removed meanwhile is left out.
  func updatedItems(_ identifiers: [String]) -> [[FoundItem]] {
    var parts: [[FoundItem]] = []
    for start in stride(from: 0, to: identifiers.count, by: Self.maximumUpdateCount) {
      let some = identifiers[start..<min(start + Self.maximumUpdateCount, identifiers.count)]
      // The program hears of them when they are written again, if they cannot be read now.
      let items = try? readableStore()?.read { snapshot throws(StoreError) in
        var items: [FoundItem] = []
        for identifier in some {
          guard let reference = try snapshot.reference(ofItem: identifier, at: Int64(Date().timeIntervalSince1970)),
            let item = try FoundItem(reference, snapshot, Self.updateKeys.map { .known($0) })
          else { continue }
          items.append(item)
        }
        return items
      }
      if let items, !items.isEmpty { parts.append(items) }
    }
    return parts
  }
}
