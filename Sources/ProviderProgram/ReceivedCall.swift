// SPDX-License-Identifier: Apache-2.0

import CSystemd
import DesktopSearch
import MessageBus
import ShellSearch

/// A call of a shell or another program, as it is handled. The tables of CSystemd name the methods and the types of their arguments.
enum ReceivedCall {
  case immediate(ImmediateReply)
  /// A search of a caller, which ends the earlier ones of the same caller.
  case search(Request, searcher: String)
  case rows(Request)
  case choice(Request)
  case program(Request)
  /// A live search of a program, and its end.
  case watch(ProgramQuery)
  case unwatch(UInt32)
  /// No search of the caller is wanted any more.
  case end(searcher: String)
  /// What lets the next opened window come to the front.
  case token(String)

  /// Maximum number of terms that are read. More do not fit into the text that is searched.
  private static let maximumTermCount = ShellQuery.maximumLength
  /// Maximum number of options that are read. There are fewer, and one of them is told to be unknown.
  private static let maximumOptionCount = 100

  /// - Throws: `BusFailure`, or `ProviderError` if an argument exceeds a limit.
  @unsafe init(_ message: OpaquePointer) throws {
    let reader = unsafe MessageReader(message)
    func query() throws(BusFailure) -> ShellQuery { ShellQuery(terms: try reader.texts(limit: Self.maximumTermCount).first) }
    func text(_ pointer: UnsafePointer<CChar>?) -> String { unsafe pointer.map { unsafe String(cString: $0) } ?? "" }
    func programQuery() throws -> ProgramQuery {
      let text = try reader.text()
      return try ProgramQuery(text, try reader.options(limit: Self.maximumOptionCount))
    }
    // One caller may search for several shells, as Plasma's panel does for its menu and its search.
    let searcher = unsafe text(sd_bus_message_get_sender(message)) + " " + text(sd_bus_message_get_interface(message))
    switch unsafe text(sd_bus_message_get_member(message)) {
    case "GetInitialResultSet": self = .search(.search(try query(), .gnome), searcher: searcher)
    case "GetSubsearchResultSet":
      // The shell sends none while this program starts, and more results may match a longer text, such as a corrected one.
      _ = try reader.texts(limit: 0)
      self = .search(.search(try query(), .gnome), searcher: searcher)
    case "GetResultMetas":
      let results = try reader.texts(limit: Searcher.maximumRowCount)
      guard results.count <= Searcher.maximumRowCount else {
        throw ProviderError.tooManyResults(results.count, limit: Searcher.maximumRowCount)
      }
      self = .rows(.rows(results.first))
    case "ActivateResult":
      let result = try reader.text()
      self = .choice(.open(result, try query(), StartToken(time: try reader.number())))
    case "LaunchSearch": self = .choice(.launch(try query(), StartToken(time: try reader.number())))
    case "XUbuntuCancel": self = .end(searcher: searcher)
    case "Match": self = .search(.search(ShellQuery(try reader.text()), .krunner), searcher: searcher)
    case "Run":
      let result = try reader.text()
      switch RunnerAction(rawValue: try reader.text()) {
      case .show: self = .choice(.show(result))
      case .copy: self = .choice(.copy(result))
      case .continue: self = .choice(.continueSearch(result))
      case nil: self = .choice(.open(result, nil, nil))
      }
    case "Actions": self = .immediate(.actions)
    case "Config": self = .immediate(.configuration)
    case "SetActivationToken": self = .token(try reader.text())
    case "Search": self = .program(.program(try programQuery()))
    case "Watch": self = .watch(try programQuery())
    case "Unwatch": self = .unwatch(try reader.number())
    // Teardown: a result may still be chosen afterwards.
    default: self = .immediate(.done)
    }
  }
}

/// An answer that needs no index.
enum ImmediateReply {
  case done
  case actions
  case configuration
}
