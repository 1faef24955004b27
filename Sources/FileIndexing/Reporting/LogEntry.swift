// SPDX-License-Identifier: Apache-2.0

package import LogMessages

/// An entry of the daemon's log: a message for people, and what programs need to know.
package struct LogEntry: Sendable, Equatable {
  /// Why the entry is written. mds(1) lists the events and their counts.
  package enum Event: String, CaseIterable, Sendable {
    /// The names of all roots are current.
    case watching
    /// Contents were read.
    case read
    /// Pictures were searched for text.
    case recognized
    /// The kernel dropped events.
    case overflowed
    /// The configuration is loaded again because something that it depends on has changed.
    case reloading
    /// A line of the configuration is invalid, or probably does not mean what the user intended.
    case configuration
    /// The manifest of an importer is not used.
    case importer
    /// The sandbox of workers lacks a layer.
    case sandbox
    /// Something is not indexed, or not as usual.
    case problem
    /// The daemon cannot work at present.
    case waiting
    case paused
    case resumed
    /// The process has crashed while it used the index.
    case crashed
    /// The index was checked after a crash, and is not damaged.
    case checked
    /// The index is damaged or lost, and is built again.
    case damaged
    /// The index is from an earlier version, and is built again.
    case outdated
    /// A part of an index was rebuilt.
    case repaired
    /// The words of a language have translations, or no longer.
    case dictionary
    /// An index extension adds lost items of a program again.
    case reindexing
    case reindexed
    /// The daemon makes no progress, and the service manager restarts it.
    case hanging
    /// The daemon ends because of an error.
    case failed

    package var priority: Priority {
      switch self {
      case .waiting, .crashed, .damaged, .hanging, .failed: .error
      case .overflowed, .configuration, .importer, .sandbox, .problem: .warning
      case .paused, .resumed, .outdated, .repaired, .reindexing: .notice
      case .watching, .read, .recognized, .reloading, .checked, .dictionary, .reindexed: .informational
      }
    }
  }

  /// The levels of syslog(3) that the daemon uses.
  package enum Priority: Int, Sendable {
    case error = 3
    case warning
    case notice
    case informational
  }

  /// A number that belongs to an event.
  package enum Count: String, CaseIterable, Sendable {
    /// Names in the index.
    case names
    /// Names that were not in the index.
    case added
    /// Names that were in the index, but whose dates, sizes or rights were not current.
    case changed
    /// Names that left the index.
    case removed
    /// Folders that are watched.
    case folders
    /// Files that were read, also in part or in vain.
    case files
    /// Files that could be read only in part.
    case partial
    /// Files that could not be read.
    case failed
    /// Names that were rebuilt.
    case documents
    /// Texts that were rebuilt, or found in pictures.
    case texts
    /// Texts that have to be read again.
    case textsToRead = "texts_to_read"
  }

  package var event: Event
  package var message: LogMessage
  package var counts: [Count: Int]

  package init(_ event: Event, _ message: LogMessage, _ counts: [Count: Int] = [:]) {
    (self.event, self.message, self.counts) = (event, message, counts)
  }

  /// The fields of the entry for the systemd journal, as `NAME=value`; see systemd.journal-fields(7).
  ///
  /// - Parameter redaction: What replaces private paths; `nil` to keep them.
  package func journalFields(_ redaction: PathRedaction?) -> [String] {
    var fields = [
      "MESSAGE=\(text(redaction))", "PRIORITY=\(event.priority.rawValue)", "SYSLOG_IDENTIFIER=mds", "SEARCHLIGHT_EVENT=\(event.rawValue)",
    ]
    if let number = message.errorNumber { fields.append("ERRNO=\(number)") }
    for count in Count.allCases {
      if let number = counts[count] { fields.append("SEARCHLIGHT_\(count.rawValue.uppercased())=\(number)") }
    }
    return fields
  }

  /// - Parameter redaction: What replaces private paths; `nil` to keep them.
  package func text(_ redaction: PathRedaction?) -> String { redaction.map(message.redacted) ?? message.description }
}
