// SPDX-License-Identifier: Apache-2.0

// Standard mailboxes, for `mailboxIdentifiers` of messages. Apple does not publish the values of
// these constants; here each value is the constant's name.

/// The mailbox for messages that have arrived.
public let CSMailboxInbox: String = "CSMailboxInbox"

/// The mailbox for messages that have not been sent yet.
public let CSMailboxDrafts: String = "CSMailboxDrafts"

/// The mailbox for messages that have been sent.
public let CSMailboxSent: String = "CSMailboxSent"

/// The mailbox for unwanted messages.
public let CSMailboxJunk: String = "CSMailboxJunk"

/// The mailbox for deleted messages.
public let CSMailboxTrash: String = "CSMailboxTrash"

/// The mailbox for messages that are kept but need no more attention.
public let CSMailboxArchive: String = "CSMailboxArchive"
