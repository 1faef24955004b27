import CoreSpotlight

let attributes = CSSearchableItemAttributeSet(contentType: .text)
attributes.title = "Chocolate cake"
attributes.textContent = "Melt the butter and stir in the cocoa."
let item = CSSearchableItem(uniqueIdentifier: "cake", domainIdentifier: "recipes", attributeSet: attributes)
CSSearchableIndex.default().indexSearchableItems([item])

let context = CSSearchQueryContext()
context.fetchAttributes = ["title"]
let query = CSSearchQuery(queryString: "textContent == 'cocoa'", queryContext: context)
for try await result in query.results {
  print(result.item.uniqueIdentifier, result.item.attributeSet.title ?? "untitled")
}
