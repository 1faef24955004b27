// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file
import CoreSpotlight
import Testing

// MARK: Apple, "Adding your app's content to Spotlight indexes"

/// The attributes of a spreadsheet.
private struct SpreadsheetAttributes {
    // Create an attribute set to describe an item.
    func addSpreadsheetToIndex(_ item: MySpreadsheetType) {
        // Assemble the metadata for the spreadsheet file.
        let attributeSet = CSSearchableItemAttributeSet(contentType: UTType.spreadsheet)
        attributeSet.title = item.title
        attributeSet.contentDescription = "Spreadsheet Document"
        attributeSet.thumbnailData = item.thumbnailImage
        attributeSet.contentURL = item.fileURL

        // Create the searchable item.

        // Add the item to the index.
    }
}

/// An item for a spreadsheet.
private struct SpreadsheetItem {
    // Create an attribute set to describe an item.
    func addSpreadsheetToIndex(_ item: MySpreadsheetType) {
        // Assemble the metadata for the spreadsheet file.
        let attributeSet = CSSearchableItemAttributeSet(contentType: UTType.spreadsheet)
        attributeSet.title = item.title
        attributeSet.contentDescription = "Spreadsheet Document"
        attributeSet.thumbnailData = item.thumbnailImage
        attributeSet.contentURL = item.fileURL

        // Create the searchable item.
        let item = CSSearchableItem(uniqueIdentifier: item.identifier, domainIdentifier: nil, attributeSet: attributeSet)

        // Add the item to the index.
    }
}

// MARK: Apple, "Enabling Apple Intelligence summarization and prioritization"

/// An item for a message, whose results the program wants to receive.
func messageItem() -> CSSearchableItem {
    let attributeSet = CSSearchableItemAttributeSet()
    attributeSet.contentType = UTType.message.identifier
    attributeSet.textContent = "You should replace this attribute with the text content for this particular message item. The length of this content must be at least 200 characters for it to be eligible for single-message summarization."
    attributeSet.domainIdentifier = "conversationId"
    attributeSet.contentCreationDate = Date.now
    attributeSet.authors = [CSPerson(displayName: "Test Person", handles: ["1234567890"], handleIdentifier: "phoneNumbers")]

    let csItem = CSSearchableItem(uniqueIdentifier: "uniqueId", domainIdentifier: "uniqueId", attributeSet: attributeSet)

    csItem.updateListenerOptions.insert(.summarization)
    csItem.updateListenerOptions.insert(.priority)

    return csItem
}

// MARK: A tutorial on Core Spotlight in apps

/// Items for recipes.
func recipeItems() -> [CSSearchableItem] {
    let items = RecipeProvider.shared.recipes.map { recipe in
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
    return items
}

/// An update of the item that the person used last.
private func lastUsedItem(_ recipe: Recipe) -> CSSearchableItem {
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
    return item
}

/// The program's own data about its index.
private struct SearchIndexData: Codable {
    let date: Date
}

// MARK: A tutorial on adding content to Spotlight

/// Attributes with a type that the program has invented.
func movieAttributes(_ indexedMovie: (title: String, description: String)) -> CSSearchableItemAttributeSet {
    let attributes = CSSearchableItemAttributeSet(itemContentType: "com.donnywals.favoriteMovies")
    let attrs = attributes
    attributes.title = indexedMovie.title
    attrs.contentType = kUTTypeText as String
    attributes.contentDescription = indexedMovie.description
    return attributes
}

@Suite struct ItemSnippets {
    @Test func `attributes and items of a spreadsheet`() {
        SpreadsheetAttributes().addSpreadsheetToIndex(MySpreadsheetType())
        SpreadsheetItem().addSpreadsheetToIndex(MySpreadsheetType())
    }

    @Test func `a message with options`() {
        #expect(messageItem().updateListenerOptions == [.summarization, .priority])
        #expect(messageItem().attributeSet.contentType == "public.message")
    }

    @Test func `items of recipes`() throws {
        #expect(recipeItems().map(\.uniqueIdentifier) == ["1", "2"])
        #expect(recipeItems().first?.attributeSet.contentType == "public.content")
        #expect(lastUsedItem(try #require(RecipeProvider.shared.recipes.first)).isUpdate)
    }

    @Test func `attributes of a movie`() {
        #expect(movieAttributes(("Title", "Description")).contentType == "public.text")
    }

    @Test func `a client state`() throws {
        let state = try JSONEncoder().encode(SearchIndexData(date: Date()))
        #expect(state.count < 250)
    }
}
