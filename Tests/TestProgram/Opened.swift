// SPDX-License-Identifier: Apache-2.0

import CoreSpotlight

/// What the program was opened with, as a JSON object.
struct Opened {
  private var description: [String: Any]

  init(url: String, platformData: [String: String] = [:]) {
    CSSearchableIndex.bundleIdentifier = "org.example.Test"
    let activity = URL(string: url).flatMap { NSUserActivity(openedURL: $0) }
    description = ["type": activity?.activityType ?? "none", "platformData": platformData]
    description["userInfo"] = activity?.userInfo as? [String: String]
    description["title"] = activity?.title
    description["entry"] = ProcessInfo.processInfo.environment["GIO_LAUNCHED_DESKTOP_FILE"]
    description["isEntryOfThisProcess"] =
      ProcessInfo.processInfo.environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] == String(getpid())
  }

  func write(to path: String) throws {
    let data = try JSONSerialization.data(withJSONObject: description)
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
