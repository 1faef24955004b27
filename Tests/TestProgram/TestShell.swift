// SPDX-License-Identifier: Apache-2.0

import CSystemd

/// A desktop shell that asks a provider of results, as KRunner does.
struct TestShell {
  private let bus: OpaquePointer
  let provider: String

  struct Failure: Error { var code: Int32 }

  init(provider: String) throws {
    var opened: OpaquePointer?
    let code = sd_bus_open_user(&opened)
    guard code >= 0, let opened else { throw Failure(code: code) }
    bus = opened
    self.provider = provider
  }

  /// Asks for the matches of all texts before it reads the first answer.
  ///
  /// - Returns: Of each answer the text, and the number of matches or the name of the error, in the order of the texts.
  func matches(for texts: [String]) throws -> [String] {
    var cookies: [UInt64] = []
    for text in texts {
      var made: OpaquePointer?
      let code = sd_bus_message_new_method_call(bus, &made, provider, "/runner", "org.kde.krunner1", "Match")
      guard code >= 0, let call = made else { throw Failure(code: code) }
      defer { sd_bus_message_unref(call) }
      sd_bus_message_append_basic(call, CChar(UInt8(ascii: "s")), text)
      var cookie: UInt64 = 0
      let sent = sd_bus_send(bus, call, &cookie)
      guard sent >= 0 else { throw Failure(code: sent) }
      cookies.append(cookie)
    }
    var answers: [UInt64: String] = [:]
    while answers.count < texts.count {
      var received: OpaquePointer?
      let code = sd_bus_process(bus, &received)
      guard code >= 0 else { throw Failure(code: code) }
      if code == 0 { sd_bus_wait(bus, .max) }
      guard let message = received else { continue }
      defer { sd_bus_message_unref(message) }
      var cookie: UInt64 = 0
      guard sd_bus_message_get_reply_cookie(message, &cookie) >= 0, cookies.contains(cookie) else { continue }
      answers[cookie] = answer(message)
    }
    return zip(texts, cookies).map { "\($0) \(answers[$1] ?? "")" }
  }

  private func answer(_ message: OpaquePointer) -> String {
    if let error = sd_bus_message_get_error(message) { return error.pointee.name.map { String(cString: $0) } ?? "" }
    var count = 0
    sd_bus_message_enter_container(message, CChar(UInt8(ascii: "a")), "(sssida{sv})")
    while sd_bus_message_skip(message, "(sssida{sv})") > 0 { count += 1 }
    return "\(count)"
  }
}
