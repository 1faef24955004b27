// SPDX-License-Identifier: Apache-2.0

import Attributes
import CSystemd
import MessageBus
import ShellSearch

extension Answer {
  /// Sends the answer to a call.
  ///
  /// - Returns: A negative errno on failure.
  @unsafe func reply(to call: OpaquePointer) -> Int32 {
    if case .failure(let error) = self {
      var details = unsafe sd_bus_error()
      unsafe sd_bus_error_set(&details, error.name, error.description)
      defer { unsafe sd_bus_error_free(&details) }
      return unsafe sd_bus_reply_method_error(call, &details)
    }
    return unsafe sendReply(to: call) { writer in append(to: writer) }
  }

  private func append(to writer: MessageWriter) {
    switch self {
    case .identifiers(let identifiers): writer.append(texts: identifiers)
    case .rows(let rows, let identifiers):
      writer.append(array: "a{sv}") {
        for (row, identifier) in zip(rows, identifiers) { writer.append(row, identifier) }
      }
    case .matches(let matches):
      writer.append(array: "(sssida{sv})") { for match in matches { writer.append(match) } }
    case .hits(let hits): writer.append(hits)
    case .watch(let number, let hits):
      writer.append(number)
      writer.append(hits)
    case .done, .failure: break
    }
  }
}

extension ImmediateReply {
  @unsafe func send(to call: OpaquePointer) -> Int32 {
    unsafe sendReply(to: call) { writer in
      switch self {
      case .done: break
      case .actions:
        writer.append(array: "(sss)") {
          for action in RunnerAction.allCases {
            writer.append(container: "r", "sss") { [action.rawValue, action.title, action.icon].forEach { writer.append($0) } }
          }
        }
      case .configuration:
        writer.append(array: "{sv}") {
          // A calculation is none of our business.
          writer.append(key: "MatchRegex", "s") { writer.append("^[^=]") }
          writer.append(key: "MinLetterCount", "i") { writer.append(Int32(2)) }
        }
      }
    }
  }
}

/// Sends the reply to a call.
///
/// - Parameter append: Appends the values.
/// - Returns: A negative errno on failure.
@unsafe private func sendReply(to call: OpaquePointer, _ append: (MessageWriter) -> Void) -> Int32 {
  var made: OpaquePointer?
  let code = unsafe sd_bus_message_new_method_return(call, &made)
  guard code >= 0, let message = unsafe made else { return code }
  defer { unsafe sd_bus_message_unref(message) }
  let writer = unsafe MessageWriter(message)
  append(writer)
  return writer.code < 0 ? writer.code : unsafe sd_bus_send(nil, message, nil)
}

extension MessageWriter {
  fileprivate func append(_ hits: ProgramHits) {
    append(dictionaries: hits.hits)
    append(dictionary: ["truncated": .boolean(hits.isTruncated), "notices": .array(hits.notices.map { .string($0) })])
  }

  /// Appends what GNOME Shell shows of a result.
  ///
  /// - Parameter identifier: As the shell has sent it.
  fileprivate func append(_ row: ResultRow, _ identifier: String) {
    append(array: "{sv}") {
      append(key: "id", "s") { append(identifier) }
      append(key: "name", "s") { append(row.name) }
      if !row.description.isEmpty { append(key: "description", "s") { append(row.description) } }
      // A serialised GThemedIcon or GFileIcon.
      append(key: "icon", "(sv)") {
        append(container: "r", "sv") {
          if let first = row.icons.first, first.hasPrefix("/") {
            append("file")
            append(variant: ResultIdentifier.file(Array(first.utf8)).text)
          } else {
            append("themed")
            append(container: "v", "as") { append(texts: row.icons.filter { !$0.hasPrefix("/") }) }
          }
        }
      }
    }
  }

  fileprivate func append(_ match: RunnerMatch) {
    append(container: "r", "sssida{sv}") {
      append(match.row.identifier.text)
      append(match.row.name)
      append(match.row.icons[0])
      append(match.fit.rawValue)
      append(match.relevance)
      append(array: "{sv}") {
        if !match.row.subtext.isEmpty { append(key: "subtext", "s") { append(match.row.subtext) } }
        if let category = match.category { append(key: "category", "s") { append(category) } }
        append(key: "actions", "as") { append(texts: match.actions.map(\.rawValue)) }
        if !match.urls.isEmpty { append(key: "urls", "as") { append(texts: match.urls) } }
      }
    }
  }
}
