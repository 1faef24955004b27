// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A message bus of the test.
struct SessionBus {
  private let process: pid_t

  init(_ user: TestEnvironment) throws {
    let address = "unix:path=" + user.root + "/bus"
    // Foundation detects the end of a process by a descriptor, which the bus would keep. With `--fork`,
    // the command ends when the bus listens.
    let command = """
      (for file in /proc/self/fd/*; do number=${file##*/}; [ "$number" -le 2 ] || eval "exec $number>&-"; done
      exec dbus-daemon --session --fork --nopidfile --address=\(address) --print-pid); exit
      """
    let outcome = try user.outcome { user.process(executable: "/bin/bash", ["-c", command], output: $0, errors: $1) }
    process = try #require(pid_t(outcome.text.trimmingCharacters(in: .newlines)), "\(outcome.errors)")
    user.moreVariables["DBUS_SESSION_BUS_ADDRESS"] = address
  }

  // The bus has inherited the signals that threads of the test block, so another one could stay pending.
  func stop() { kill(process, SIGKILL) }
}
