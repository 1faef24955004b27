// SPDX-License-Identifier: Apache-2.0

internal import AttributeSets
internal import Foundation
internal import ImporterSupport

/// The names in a binary glTF file: of scenes, nodes, meshes, materials (Khronos, “glTF 2.0”).
enum SceneText {
  /// The description of a scene is short; points and pictures are in another chunk.
  private static let maximumByteCount = 16 << 20
  private static let maximumNameCount = 1 << 16

  static func begins(_ start: [UInt8]) -> Bool { start.has("glTF") && start.has("JSON", at: 16) }

  static func read(_ file: ImportedFile, _ attributes: CSSearchableItemAttributeSet, _ text: TextSink) throws {
    guard let count = try file.read(at: 12, count: 4).integer(at: 0, as: UInt32.self, .little), count <= maximumByteCount else {
      throw ImportError.unsupported("a description of more than \(maximumByteCount >> 20) MiB")
    }
    let json = try file.read(at: 20, count: Int(count))
    guard let scene = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any] else {
      throw ImportError.damaged("its description cannot be read")
    }
    let asset = scene["asset"] as? [String: Any]
    attributes.copyright = asset?["copyright"] as? String
    attributes.creator = asset?["generator"] as? String
    var names: [String] = []
    for key in ["scenes", "nodes", "meshes", "materials", "animations", "cameras", "skins", "images", "textures"] {
      for case let element as [String: Any] in scene[key] as? [Any] ?? [] {
        if let name = element["name"] as? String, !name.isEmpty, names.count < maximumNameCount { names.append(name) }
      }
    }
    let extras = asset?["extras"] as? [String: Any]
    attributes.title = (extras?["title"] as? String)?.oneLine
    attributes.authorNames = (extras?["author"] as? String).map { [$0.oneLine] }
    for name in names { try text.append(name + "\n") }
  }
}
