// SPDX-License-Identifier: Apache-2.0

package import AttributeSets
internal import Attributes
internal import Foundation
package import ImporterSupport
package import KeyFiles
internal import Markup
internal import SystemPlatform

/// Imports the desktop entries of installed programs.
package final class ApplicationImporter: CSImportExtension, DescriptorImporter {
  package static let importerName = "Application"
  package static let importerVersion = 2
  package static let contentTypes = ["org.freedesktop.desktop-entry"]

  private static let group = "Desktop Entry"
  /// Longer than any desktop entry.
  private static let maximumByteCount = 1 << 20
  /// Programs that only start others. Their names say nothing about the entry.
  private static let starters: Set<String> = ["bash", "dbus-launch", "env", "flatpak", "java", "pkexec", "python3", "sh", "snap"]

  /// The languages of the names, by default those of the user.
  package var languages = MessageLanguages(ProcessFacts.variable("LANGUAGE") ?? "")

  package func update(_ attributes: CSSearchableItemAttributeSet, from file: ImportedFile, text sink: TextSink) throws {
    guard let content = String(validating: try file.read(at: 0, count: Self.maximumByteCount), as: UTF8.self) else {
      throw ImportError.damaged("it is not UTF-8")
    }
    let entry = KeyFile(parsing: content)
    guard entry.groupNames.contains(Self.group) else {
      // Themes of desktops have other groups, although their type is a special case of this one.
      guard Self.contentTypes.contains(file.typeIdentifier) else { throw ImportError.noReader }
      throw ImportError.damaged("it has no group [\(Self.group)]")
    }
    func text(_ key: String) -> String? { entry.text(key, in: Self.group)?.oneLine }
    func localText(_ key: String) -> String? { entry.text(key, in: Self.group, for: languages)?.oneLine }
    attributes.title = localText("Name")
    // People also search for the names in programs' documentation, which is often not translated.
    let names = [text("Name"), localText("GenericName"), text("GenericName"), executable(text("Exec"))]
    attributes.alternateNames = names.compactMap(\.self).unique.filter { $0 != attributes.title }.nonEmpty
    attributes.contentDescription = localText("Comment")
    attributes.keywords =
      (entry.texts("Keywords", in: Self.group, for: languages) + entry.texts("Keywords", in: Self.group)).unique.nonEmpty
    attributes[.applicationCategories] = entry.texts("Categories", in: Self.group).nonEmpty
    if text("Type") == "Link", let address = text("URL") {
      attributes.url = URL(string: address)
      try sink.append(address + "\n")
    }
    for key in ["Exec", "Icon"] { attributes.setCustom("org_freedesktop_\(key)", text(key)) }
    // Finder's mark of what searches for applications leave out.
    let isShown = text("Type") == "Application" && !entry.isTrue("NoDisplay", in: Self.group) && !entry.isTrue("Hidden", in: Self.group)
    if !isShown { attributes[.supportFileType] = "MDSystemFile" }
  }

  /// The name of the program in a command line; `nil` if it only starts others.
  private func executable(_ command: String?) -> String? {
    guard let path = command?.split(separator: " ").first, let name = path.split(separator: "/").last else { return nil }
    let plain = name.filter { $0 != "\"" }
    return plain.isEmpty || Self.starters.contains(plain) ? nil : plain
  }
}

extension CSSearchableItemAttributeSet {
  fileprivate func setCustom(_ name: String, _ text: String?) {
    guard let text, let key = CSCustomAttributeKey(keyName: name) else { return }
    setValue(text as NSString, forCustomKey: key)
  }
}

extension [String] {
  /// The elements without repetitions, in the order of their first occurrences.
  fileprivate var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
