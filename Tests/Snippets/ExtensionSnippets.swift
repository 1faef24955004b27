// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
import CoreSpotlight
import TestSupport
import Testing

// MARK: Apple, "Regenerating your app's indexes on demand"

private class MyIndexingExtension: CSIndexExtensionRequestHandler {

    override func searchableIndex(_ searchableIndex: CSSearchableIndex,
                  reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void) {
        // Index everything.
        acknowledgementHandler()
    }

    override func searchableIndex(_ searchableIndex: CSSearchableIndex,
                  reindexSearchableItemsWithIdentifiers identifiers: [String],
                  acknowledgementHandler: @escaping () -> Void) {
        // Index the specified items.
        acknowledgementHandler()
    }

    // Other methods.
}

// MARK: Apple, "Enabling Apple Intelligence summarization and prioritization"

private class SummaryExtension: CSIndexExtensionRequestHandler {
    override func searchableItemsDidUpdate(_ items: [CSSearchableItem]) {
        for item in items {
            if let isPriority = item.attributeSet.isPriority {
                // Item has a priority classification.
            }
            if let summary = item.attributeSet.textContentSummary {
               // Item has a summary.
            }
        }
    }
}

// MARK: A tutorial on Core Spotlight in apps

private class SearchReindexing: CSIndexExtensionRequestHandler {
    private func searchableItems(for recipes: [Recipe]) -> [CSSearchableItem] {
        recipes.map { recipe in
            let attributeSet = CSSearchableItemAttributeSet(
                contentType: .content
            )
            attributeSet.title = recipe.title
            attributeSet.thumbnailData = recipe.imageData

            return CSSearchableItem(
                uniqueIdentifier: recipe.id,
                domainIdentifier: nil,
                attributeSet: attributeSet
            )
        }
    }

    override func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void
    ) {
        let items = searchableItems(for: RecipeProvider.shared.recipes)
        searchableIndex.indexSearchableItems(items) { error in
            // handle possible errors
            acknowledgementHandler()
        }
    }

    override func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexSearchableItemsWithIdentifiers identifiers: [String],
        acknowledgementHandler: @escaping () -> Void
    ) {
        let items = searchableItems(
            for: RecipeProvider.shared.recipes
                .filter { identifiers.contains($0.id) }
        )
        searchableIndex.indexSearchableItems(items) { error in
            // handle possible errors
            acknowledgementHandler()
        }
    }
}

extension IndexedSnippets {
    @Suite struct ExtensionSnippets {
        @Test func `handlers are called`() {
            var calls = 0
            let handler = MyIndexingExtension()
            handler.searchableIndex(.default(), reindexAllSearchableItemsWithAcknowledgementHandler: { calls += 1 })
            handler.searchableIndex(.default(), reindexSearchableItemsWithIdentifiers: ["1"], acknowledgementHandler: { calls += 1 })
            #expect(calls == 2)
            SummaryExtension().searchableItemsDidUpdate([messageItem()])
        }

        @Test func `all items are indexed again, or some`() async {
            await #expect(processExitsWith: .success) {
                TestHome.prepare()
                let (index, handler) = (CSSearchableIndex(name: "SpotlightSearchExample"), SearchReindexing())
                await withCheckedContinuation { continuation in
                    handler.searchableIndex(
                        index, reindexSearchableItemsWithIdentifiers: ["2", "3"], acknowledgementHandler: { continuation.resume() })
                }
                try await expect("title == 'berry'cdw || title == 'milk'cdw", finds: ["2"])
                await withCheckedContinuation { continuation in
                    handler.searchableIndex(index, reindexAllSearchableItemsWithAcknowledgementHandler: { continuation.resume() })
                }
                try await expect("title == 'berry'cdw || title == 'milk'cdw", finds: ["1", "2"])
            }
        }
    }
}
