// SPDX-License-Identifier: Apache-2.0

internal import Markup

/// The content types of the parts of a package, listed one by one or by extension.
final class ContentTypes: XMLHandler {
  private var overrides: [String: String] = [:]
  private var defaults: [String: String] = [:]

  /// - Parameter name: The name of a member of the archive.
  func type(ofPart name: String) -> String? {
    let name = name.lowercased()
    return overrides[name] ?? name.split(separator: ".").last.flatMap { defaults[String($0)] }
  }

  func start(_ element: String, _ attributes: borrowing XMLAttributes) {
    guard let type = attributes["ContentType"]?.lowercased(), overrides.count + defaults.count < 1 << 16 else { return }
    if element == "Override", let part = attributes["PartName"]?.lowercased() {
      overrides[part.hasPrefix("/") ? String(part.dropFirst()) : part] = type
    } else if element == "Default", let suffix = attributes["Extension"]?.lowercased() {
      defaults[suffix] = type
    }
  }

  func end(_ element: String) {}

  func add(_ characters: borrowing Span<UInt8>) {}
}
