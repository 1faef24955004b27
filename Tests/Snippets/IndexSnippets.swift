// swift-format-ignore-file
import CoreSpotlight
import Testing

// MARK: Apple, "Adding your app's content to Spotlight indexes"

/// An index that is encrypted, and the default one, which is not.
private func addToSecureIndex(_ item: CSSearchableItem) {
    // Get the default index.
    let defaultIndex = CSSearchableIndex.default()

    // Create an encrypted index.
    let secureIndex = CSSearchableIndex(name:"MyIndex", protectionClass:.complete)

    secureIndex.indexSearchableItems([item]) { error in
        if error != nil {
            print(error?.localizedDescription)
        } else {
            print("Item indexed.")
        }
    }
}

/// A batch of items.
private struct Batch {
    func indexBatch(_ items: [CSSearchableItem]) {
        let index = CSSearchableIndex(name: "MyIndex")

        var clientData = Data()
        // Fill clientData with something to identify the current items.

        index.beginBatch()
        index.indexSearchableItems(items)
        index.endBatch(withClientState: clientData) { error in
            if error != nil {
                // Handle the error.
            } else {
                // Success
            }
        }
    }
}

// MARK: Apple, "Enabling Apple Intelligence summarization and prioritization"

private func addMessage(_ csItem: CSSearchableItem) async throws {
    try await CSSearchableIndex.default().indexSearchableItems([csItem])
}

// MARK: A tutorial on Core Spotlight in apps

/// Items in an index with a name.
private func indexAppContent(_ items: [CSSearchableItem]) async {
    let index = CSSearchableIndex(name: "SpotlightSearchExample")

    do {
        try await index.indexSearchableItems(items)
    } catch {
        print("Error indexing content: \(error.localizedDescription)")
    }
}

private struct SearchIndexData: Codable {
    let date: Date
}

/// Items that are added only once.
private func indexAppContentOnce(_ items: [CSSearchableItem]) async {
    let index = CSSearchableIndex(name: "SpotlightSearchExample")

    if
        let clientState = try? await index.fetchLastClientState(),
        let indexData = try? JSONDecoder().decode(
            SearchIndexData.self, from: clientState
        )
    {
        print("Search index exists, created on: \(indexData.date)")
    } else if
        let newData = try? JSONEncoder().encode(
            SearchIndexData(date: Date())
        )
    {
        do {
            index.beginBatch()
            try await index.indexSearchableItems(items)
            try await index.endBatch(withClientState: newData)
        } catch {
            print("Error indexing content: \(error.localizedDescription)")
        }
    }
}

/// An update of the item that the person used last.
private func onAppear(_ recipe: Recipe) {
    let attributeSet = CSSearchableItemAttributeSet(
        contentType: .content
    )
    attributeSet.title = recipe.title
    attributeSet.thumbnailData = recipe.imageData
    attributeSet.lastUsedDate = Date()

    let item = CSSearchableItem(
        uniqueIdentifier: recipe.id,
        domainIdentifier: nil,
        attributeSet: attributeSet
    )
    item.isUpdate = true

    let index = CSSearchableIndex(
        name: "SpotlightSearchExample"
    )
    index.indexSearchableItems([item])
}

// MARK: A tutorial on adding content to Spotlight

private func addMovie(_ attributes: CSSearchableItemAttributeSet, identifier: String) {
    let item = CSSearchableItem(uniqueIdentifier: "movie-\(identifier)", domainIdentifier: "favoriteMovies", attributeSet: attributes)
    CSSearchableIndex.default().indexSearchableItems([item], completionHandler: { error in
      if let error = error {
        // something went wrong while indexing
      }
    })
}
