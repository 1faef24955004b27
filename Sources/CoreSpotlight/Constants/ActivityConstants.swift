// SPDX-License-Identifier: Apache-2.0

// When a person chooses an item or continues a search, the system hands the program a user
// activity. These constants are the types of the activity and the keys of its `userInfo`. They have
// Apple's values unless a note says otherwise.

/// The type of an activity that opens an item, which the person chose from search results.
public let CSSearchableItemActionType: String = "com.apple.corespotlightitem"

/// The key for the identifier of the item to open: a `String`, the item's
/// ``CSSearchableItem/uniqueIdentifier``.
public let CSSearchableItemActivityIdentifier: String = "kCSSearchableItemActivityIdentifier"

/// The type of an activity that continues a search in the program.
public let CSQueryContinuationActionType: String = "com.apple.corespotlightquerycontinuation"

/// The key for the text of the search: a `String`, as the person typed it.
public let CSSearchQueryString: String = "kCSSearchQueryString"

/// The key for the action that the person chose: a `String`, one of the item's
/// `actionIdentifiers`.
///
/// - Note: Apple does not publish the value of this constant; here it is the constant's name.
public let CSActionIdentifier: String = "CSActionIdentifier"
