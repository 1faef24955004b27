// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
import CoreSpotlight
import TestSupport
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

extension IndexedSnippets {
    @Suite struct IndexSnippets {
        @Test func `an item of an encrypted index`() async {
            await #expect(processExitsWith: .success) {
                TestHome.prepare()
                addToSecureIndex(recipeItems()[0])
                try await finishChanges(of: CSSearchableIndex(name: "MyIndex", protectionClass: .complete))
                try await expect("title == 'Summer Berry Blend'", protectionClasses: [.complete], finds: ["1"])
                try await expect("title == 'Summer Berry Blend'", protectionClasses: [.none], finds: [])
            }
        }

        @Test func `a batch of items`() async {
            await #expect(processExitsWith: .success) {
                TestHome.prepare()
                Batch().indexBatch(recipeItems())
                try await finishChanges(of: CSSearchableIndex(name: "MyIndex"))
                try await expect("title == 'Summer*' || title == 'Chocolate*'", finds: ["1", "2"])
            }
        }

        @Test func `a message`() async {
            await #expect(processExitsWith: .success) {
                TestHome.prepare()
                try await addMessage(messageItem())
                try await expect("textContent == 'SUMMARIZATION'cw && contentType == 'public.message'", finds: ["uniqueId"])
            }
        }

        @Test func `a word finds items with it in their titles`() async {
            await #expect(processExitsWith: .success) {
                TestHome.prepare()
                await indexAppContent(recipeItems())
                try await expect("title == 'berry'cdw", finds: ["1"])
            }
        }

        @Test func `items are added only once`() async {
            await #expect(processExitsWith: .success) {
                TestHome.prepare()
                let index = CSSearchableIndex(name: "SpotlightSearchExample")
                await indexAppContentOnce(recipeItems())
                try await expect("title == 'berry'cdw || title == 'milk'cdw", finds: ["1", "2"])
                let state = try await index.fetchLastClientState()
                #expect(abs(try JSONDecoder().decode(SearchIndexData.self, from: state).date.timeIntervalSinceNow) < 60)
                try await index.deleteSearchableItems(withIdentifiers: ["1"])
                await indexAppContentOnce(recipeItems())
                try await expect("title == 'berry'cdw || title == 'milk'cdw", finds: ["2"])
                #expect(try await index.fetchLastClientState() == state)
            }
        }

        @Test func `an update of the item that the person used last`() async {
            await #expect(processExitsWith: .success) {
                TestHome.prepare()
                await indexAppContent(recipeItems())
                onAppear(RecipeProvider.shared.recipes[0])
                onAppear(Recipe(id: "3", title: "Not in the index"))
                try await finishChanges(of: CSSearchableIndex(name: "SpotlightSearchExample"))
                try await expect("title == '*' && lastUsedDate > $time.now(-60)", finds: ["1"])
                try await expect("title == 'Not in the index'", finds: [])
            }
        }

        @Test func `a movie in a domain`() async {
            await #expect(processExitsWith: .success) {
                TestHome.prepare()
                addMovie(movieAttributes(("Casablanca", "Of all the gin joints")), identifier: "1")
                try await CSSearchableIndex.default().deleteSearchableItems(withIdentifiers: [])
                let found = try await find("contentDescription == 'GIN JOINTS'cw", fetching: ["title"])
                #expect(found.map(\.uniqueIdentifier) == ["movie-1"] && found.first?.attributeSet.title == "Casablanca")
                try await CSSearchableIndex.default().deleteSearchableItems(withDomainIdentifiers: ["favoriteMovies"])
                try await expect("title == 'Casablanca'", finds: [])
            }
        }
    }
}
