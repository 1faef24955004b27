// SPDX-License-Identifier: Apache-2.0

internal import Attributes
package import IndexStore
internal import QueryLanguage

/// The files whose pictures have not been searched for text, in the order in which that is done.
///
/// The index itself is the queue: a file is in it if its content was read, it has no text, and it lacks the attribute
/// ``TextOrigin/attributeName``. What was searched is thus remembered with the content to which it applies.
package struct PictureQueue: Sendable {
  /// Real paths of folders with documents, whose pictures come before others.
  private let documentFolders: [[UInt8]]

  package init(documentFolders: [[UInt8]] = []) { self.documentFolders = documentFolders }

  /// The types of the files, which are those that the worker's importer claims.
  package static let types = [
    "com.adobe.pdf", "com.compuserve.gif", "com.microsoft.bmp", "org.webmproject.webp", "public.jpeg", "public.jpeg-2000", "public.pbm",
    "public.png", "public.tiff",
  ]

  /// Types of which nearly all pictures are pages.
  private static let documentTypes = ["com.adobe.pdf", "public.tiff"]

  /// The beginnings of the names that programs for screenshots and scanners give, in the languages that have many users.
  private static let documentNames = [
    "Screenshot", "Screen Shot", "Bildschirmfoto", "Capture d", "Captura de", "Captura da", "Schermata", "Istantanea", "Schermafdruk",
    "Schermafbeelding", "Zrzut ekranu", "Skärmbild", "Skjermbilde", "Skærmbillede", "Снимок экрана", "Знімок екрана", "Ekran Görüntüsü",
    "スクリーンショット", "截图", "屏幕截图", "스크린샷", "Spectacle", "Scan", "Gescan", "Numérisation", "Escaneo", "Scansione", "Receipt", "Invoice",
    "Rechnung", "Quittung", "Beleg",
  ]

  /// Pictures with fewer pixels on one side are icons.
  private static let minimumSize = 32

  /// The files that are searched next: at first scans, screenshots and what is in folders of documents; then other
  /// pictures; last the photographs of cameras, in which text is rare. Of each kind, the most recently modified first.
  ///
  /// - Parameter skipped: Documents to leave out.
  /// - Complexity: A few milliseconds: indexes answer it.
  func next(_ limit: Int, in store: Store, except skipped: Set<DocumentID> = []) throws -> [MatchedFile] {
    var found: [MatchedFile] = []
    var known = skipped
    for (condition, folders) in steps where found.count < limit {
      let query = CompiledPredicate(try Query(parsing: "\(candidates)\(condition.map { " && (\($0))" } ?? "")"), in: .current())
      // Those that are known may come again. Others are being read, and come later.
      let files = try store.matchedFiles(
        query, within: folders, orderedBy: SearchOrder(attribute: .known(.contentModificationDate), isDescending: true),
        limit: limit + known.count)
      for file in files where found.count < limit && file.content == .current && known.insert(file.reference.document).inserted {
        found.append(file)
      }
    }
    return found
  }

  /// Number of files that are left to search.
  ///
  /// - Complexity: A millisecond, as ``next(_:in:except:)``. Files whose content is being read count, too.
  package func count(in store: Store) throws -> Int {
    return try store.count(try Query(parsing: candidates))
  }

  private var steps: [(condition: String?, folders: [[UInt8]])] {
    let isDocument = Self.documentTypes.map(Self.hasType) + Self.documentNames.map { "kMDItemFSName == \"\($0)*\"c" }
    let isPhotograph = "kMDItemAcquisitionModel == \"*\" || kMDItemAcquisitionMake == \"*\""
    return [(isDocument.joined(separator: " || "), [])] + (documentFolders.isEmpty ? [] : [(nil, documentFolders)])
      + [("!(\(isPhotograph))", []), (nil, [])]
  }

  private var candidates: String {
    // Only what an importer has read has a size or pages, unlike the thousands of icons in a dependency tree.
    "(\(Self.types.map(Self.hasType).joined(separator: " || "))) && !(\(TextOrigin.attributeName) == \"*\") && !(kMDItemTextContent == \"*\")"
      + " && (kMDItemNumberOfPages > 0 || (kMDItemPixelHeight >= \(Self.minimumSize) && kMDItemPixelWidth >= \(Self.minimumSize)))"
  }

  private static func hasType(_ type: String) -> String { "kMDItemContentType == \"\(type)\"" }
}
