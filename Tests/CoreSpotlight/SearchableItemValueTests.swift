// SPDX-License-Identifier: Apache-2.0

import Testing

import CoreSpotlight

@Suite struct SearchableItemValueTests {
  @Test func `a value does not change with the item, nor with its copies`() async {
    let item = CSSearchableItem(uniqueIdentifier: "id", domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet())
    item.attributeSet.title = "Title"
    let value = SearchableItem(item)
    item.attributeSet.title = "other"
    value.item.attributeSet.title = "other"
    #expect(value.item.attributeSet.title == "Title" && value.item.uniqueIdentifier == "id")
    let title = await Task.detached { value.item.attributeSet.title }.value
    #expect(title == "Title")
  }
}
